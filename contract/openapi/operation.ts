import type { TSchema } from 'typebox'
import { mayCall } from '../access.ts'
import type { Call } from '../call.ts'
import type { Field } from '../fields/form.ts'
import { paged } from '../fields/queries.ts'
import { exampleOf } from './examples.ts'
import { headersNamed, responsesFor } from './failures.ts'
import { inDocument } from './schemas.ts'

export function operation(method: string, tag: string, call: Call): object {
  const needsToken = !mayCall(call.access, undefined)
  const isRead = method === 'GET'
  const hasTag = isRead && !call.stream
  const failures = [
    ...(!isRead || call.query ? [400] : []),
    ...(needsToken ? [401] : []),
    ...(call.access === 'contributor' ? [403 as const] : []),
    ...(call.failures ?? []),
    405,
    ...(!isRead ? [413, 415] : []),
    ...[429, 500, 503],
  ]
  return {
    operationId: call.id,
    summary: call.summary,
    description: call.description,
    tags: [tag],
    // An empty requirement means that the call may also work without a token.
    security: [
      ...(call.access === 'profile-reader' ? [{}] : []),
      ...(needsToken ? [{ token: [] }, { bearer: [] }] : []),
    ],
    parameters: [
      ...Object.entries(call.params ?? {}).map(([name, schema]) => parameter(name, 'path', true, schema)),
      ...Object.entries(call.query?.fields ?? {}).map(queryParameter),
      ...(hasTag ? [{ $ref: '#/components/parameters/If-None-Match' }] : []),
      ...(call.stream === 'text/event-stream' ? [{ $ref: '#/components/parameters/Last-Event-ID' }] : []),
    ],
    ...(call.body && { requestBody: { required: true, content: json(call.body.schema) } }),
    ...(call.bytes && { requestBody: { required: true, content: file(call.bytes.types) } }),
    responses: {
      200: {
        description: call.summary,
        headers: headersNamed(...(hasTag ? ['ETag'] : []), ...(call.paged ? ['Link'] : [])),
        content: call.stream ? { [call.stream]: contentOf(call.response) } : json(call.response),
      },
      ...(call.accepted && {
        202: { description: 'It is waiting for something', content: json(call.accepted) },
      }),
      ...(hasTag && { 304: { $ref: '#/components/responses/NotModified' } }),
      ...responsesFor(failures),
    },
  }
}

function json(schema: TSchema): object {
  return { 'application/json': contentOf(schema) }
}

function contentOf(schema: TSchema): object {
  const example = exampleOf(schema)
  return {
    schema: inDocument(schema),
    ...(example && { examples: { typical: { $ref: `#/components/examples/${example.name}` } } }),
  }
}

/** OpenAPI 3.1 describes a file by its media type alone. */
function file(types: readonly string[]): object {
  return Object.fromEntries(types.map((type) => [type, {}]))
}

export function namedExamples(calls: Call[]): Record<string, object> {
  const schemas = calls.flatMap(({ body, response, accepted }) => [
    ...(body ? [body.schema] : []),
    response,
    ...(accepted ? [accepted] : []),
  ])
  const examples = schemas.map(exampleOf).filter((example) => example !== undefined)
  return Object.fromEntries(examples.map(({ name, value }) => [name, { value }]))
}

export const parameters: Record<string, object> = {
  ...Object.fromEntries(
    Object.entries(paged.query.fields).map(([name, field]) => [
      name,
      parameter(name, 'query', false, field.schema),
    ]),
  ),
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of the copy you have; while it is current, the response is an empty 304',
    schema: { type: 'string' },
  },
  'Last-Event-ID': {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The id of the last event you received; the stream continues after it',
    schema: { type: 'string' },
  },
}

function queryParameter([name, field]: [string, Field]): object {
  const shared = Object.values<Field>(paged.query.fields).includes(field)
  if (shared) return { $ref: `#/components/parameters/${name}` }
  return parameter(name, 'query', field.required, field.schema)
}

function parameter(name: string, location: 'path' | 'query', required: boolean, schema: TSchema): object {
  const { description, ...rest } = schema as { description?: string; type?: string }
  const list = rest.type === 'array' && { style: 'form', explode: false }
  return { name, in: location, required, description, ...list, schema: inDocument(rest) }
}
