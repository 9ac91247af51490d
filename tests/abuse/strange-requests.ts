import fc from 'fast-check'
import type { Operation, ResolvedOpenApi } from '../../contract/openapi/resolve.ts'
import type { RawRequest } from './raw-request.ts'
import { bodyOf, strangeText } from './strange-values.ts'

export type Known = { token: string; ids: string[] }

type StrangeRequest = {
  operation: Operation | undefined
  name: string
  request: (known: Known) => RawRequest
}

export function strangeRequests(document: ResolvedOpenApi): fc.Arbitrary<StrangeRequest> {
  const offered = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => requestsFor(path, method, operation)),
  )
  return fc.oneof(
    { weight: 12, arbitrary: fc.oneof(...offered) },
    { weight: 1, arbitrary: unoffered(document) },
  )
}

function requestsFor(path: string, method: string, operation: Operation): fc.Arbitrary<StrangeRequest> {
  const schema = operation.requestBody?.content['application/json']?.schema
  const body = schema ? bodyOf(schema) : fc.option(bodyOf({}), { nil: undefined, freq: 8 })
  const needsBody = schema !== undefined
  return fc
    .record({
      path: paths(path),
      query: queryOf(operation),
      body,
      type: needsBody ? contentType : fc.constantFrom('application/json', undefined),
      token,
    })
    .map(({ path, query, body, type, token }) => ({
      operation,
      name: operation.operationId,
      request: (ids) => ({
        method: method.toUpperCase(),
        path: path(ids) + query,
        headers: { ...(type !== undefined && { 'content-type': type }), ...token(ids) },
        ...(body && method !== 'get' && { body }),
      }),
    }))
}

function unoffered(document: ResolvedOpenApi): fc.Arbitrary<StrangeRequest> {
  const method = fc.constantFrom(
    'PATCH',
    'OPTIONS',
    'HEAD',
    'TRACE',
    'LOCK',
    'QUERY',
    'BREW',
    'get',
    'GET\t',
    '',
  )
  const documentedPath = fc.constantFrom(...Object.keys(document.paths))
  const strange = strangeText.map((text) => `/api/${encodeURIComponent(text.toWellFormed())}`)
  return fc
    .record({ method, path: fc.oneof(documentedPath, strange), token })
    .map(({ method, path, token }) => ({
      operation: undefined,
      name: `${method} ${path.slice(0, 60)}`,
      request: (ids) => ({ method, path, headers: token(ids) }),
    }))
}

function paths(template: string): fc.Arbitrary<(known: Known) => string> {
  const params = [...template.matchAll(/\{\w+\}/g)].map(([name]) => fc.tuple(fc.constant(name), param))
  return fc.tuple(...params).map((values) => (known: Known) => {
    let path = template
    for (const [name, value] of values) path = path.replace(name, () => value(known))
    return path
  })
}

// Never empty: a trailing slash is ignored, so that would be another call.
const param: fc.Arbitrary<(known: Known) => string> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.nat().map(
      (n) =>
        ({ ids }: Known) =>
          ids[n % ids.length] ?? 'none',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.nat().map(
      (n) =>
        ({ ids }: Known) =>
          (ids[n % ids.length] ?? '').toUpperCase(),
    ),
  },
  fc.uuid().map((id) => () => id),
  fc.constantFrom('octo', 'nobody-here', 'me', 'user', '%6de', '-', 'a--b', '@ada').map((text) => () => text),
  strangeText
    .filter((text) => text !== '')
    .map((text) => () => encodeURIComponent(text.toWellFormed()).slice(0, 2_000)),
  fc.constantFrom(...BAD_ENCODING().filter((text) => text !== '?' && text !== '#')).map((text) => () => text),
)

function BAD_ENCODING(): string[] {
  return [
    '%',
    '%z',
    '%zz',
    '%E0%A4%A',
    '%c0%af',
    '%00',
    '%ff',
    '%u0041',
    '..',
    '%2e%2e',
    '%2f',
    '..%5c',
    '\xff\xfe',
    ';',
    '?',
    '#',
  ]
}

function queryOf({ parameters }: Operation): fc.Arbitrary<string> {
  const queryNames = parameters.flatMap((parameter) => (parameter.in === 'query' ? parameter.name : []))
  const query = queryNames.length > 0 ? fc.oneof(strangeQuery, strangeParameter(queryNames)) : strangeQuery
  return fc.option(query, { nil: '', freq: queryNames.length > 0 ? 3 : 12 })
}

function strangeParameter(names: string[]): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom(...names),
      fc.oneof(
        fc.constantFrom(
          '0',
          '1',
          '100',
          '101',
          '-1',
          '1.5',
          '1e3',
          '0x10',
          ' 1',
          '٣',
          '9'.repeat(400),
          'null',
          '',
        ),
        fc.constantFrom(...BAD_ENCODING().filter((text) => text !== '#')),
        fc.base64String({ maxLength: 40 }).map(encodeURIComponent),
        strangeText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 2_000)),
      ),
    )
    .map(([name, value]) => `?${name}=${value}`)
}

const strangeQuery: fc.Arbitrary<string> = fc.oneof(
  strangeParameter(['limit', 'cursor', 'posts', 'limit[]', 'LIMIT', '__proto__', 'constructor', '']),
  fc.array(fc.uuid(), { maxLength: 120 }).map((ids) => `?posts=${ids}`),
  fc.constantFrom('?', '?&&&', '?limit=1&limit=2', '?cursor=a&cursor=b', '?limit', `?${'a&'.repeat(1_000)}`),
)

const contentType = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('application/json', 'application/json; charset=utf-8') },
  fc.constantFrom(
    undefined,
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/json; charset="',
    'application/jsonx',
    'APPLICATION/JSON',
    ';;;',
    '\xff',
  ),
)

const token: fc.Arbitrary<(known: Known) => Record<string, string>> = fc.oneof(
  { weight: 10, arbitrary: fc.constant(({ token }: Known) => ({ 'x-auth-token': token })) },
  fc.constantFrom(
    () => ({}),
    () => ({ 'x-auth-token': '' }),
    () => ({ 'x-auth-token': 'A'.repeat(43) }),
    () => ({ 'x-auth-token': '\xe4\xf6\xfc' }),
    () => ({ 'x-auth-token': 'x'.repeat(8_000) }),
    ({ token }: Known) => ({ 'x-auth-token': `${token}, ${token}` }),
  ),
)
