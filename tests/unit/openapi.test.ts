import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Errors } from 'typebox/value'
import { expect, test } from 'vitest'
import { type Call, calls } from '../../contract/calls.ts'
import { openApiDocument } from '../../contract/openapi/document.ts'
import { type Operation, resolveReferences } from '../../contract/openapi/resolve.ts'

const document = openApiDocument()
const resolved = resolveReferences(document)
const operations = Object.values(resolved.paths).flatMap((methods) => Object.values(methods))

test('the document passes the recommended rules of redocly', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // The specification's /api/posts/like/{id} is ambiguous with /api/posts/{id}/comments, but no id is "like".
      'no-ambiguous-paths': 'off',
    },
  })
  const source = JSON.stringify(document)
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

test('the rules report errors in a broken document', async () => {
  const wrong = { ...structuredClone(document), servers: [], paths: {}, components: {} }
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(wrong), absoluteRef: 'x.json', config })
  expect(problems.map(({ ruleId }) => ruleId)).toContain('no-empty-servers')
})

test('every call has a unique name that is a valid function name', () => {
  const ids = operations.map(({ operationId }) => operationId)
  expect(ids.toSorted()).toEqual(
    Object.values<Call>(calls)
      .map(({ id }) => id)
      .toSorted(),
  )
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[a-z]+([A-Z][a-z]+)*$/)
})

test('every object schema has a name and is described once', () => {
  const described = Object.entries(document.components.schemas).flatMap(([name, schema]) => [
    [`#/${name}`, schema] as const,
    ...nestedObjects(schema, `#/${name}`),
  ])
  const nameless = [...described, ...nestedObjects(document.paths, '')].filter(
    ([path, part]) => 'properties' in part && !/^#\/\w+$/.test(path),
  )
  expect(nameless).toEqual([])
  for (const name of ['User', 'Post', 'Comment', 'Like', 'Profile', 'Failure', 'FieldError', 'Marks']) {
    expect(document.components.schemas).toHaveProperty(name)
  }
})

test('every body and response has an example that is valid by its schema', () => {
  const contents = operations.flatMap(contentsOf)
  expect(contents.length).toBeGreaterThan(100)
  for (const { of, schema, example, examples } of contents) {
    const shownExamples = [example, ...Object.values(examples ?? {}).map(({ value }) => value)].filter(
      Boolean,
    )
    expect(shownExamples.length, of).toBeGreaterThan(0)
    for (const value of shownExamples) expect(Errors(schema, value), of).toEqual([])
  }
})

test('ids, dates and limits have formats', () => {
  const { schemas, parameters } = document.components
  expect(schemas.Post).toMatchObject({
    properties: {
      _id: { type: 'string', format: 'uuid' },
      date: { type: 'string', format: 'date-time' },
      comments: { type: 'array', items: { $ref: '#/components/schemas/Comment' } },
    },
  })
  expect(schemas.Experience).toMatchObject({
    properties: { to: { type: ['string', 'null'], format: 'date' } },
  })
  expect(schemas.NewPost).toMatchObject({ required: ['text'], properties: { text: { maxLength: 10_000 } } })
  expect(parameters.limit).toMatchObject({ schema: { minimum: 1, maximum: 100, default: 50 } })
})

test('reads can be conditional, and all error responses are documented with their headers', () => {
  for (const [name, call] of Object.entries<Call>(calls)) {
    const operation = operations.find(({ operationId }) => operationId === call.id)
    const headers = (status: number) => Object.keys(operation?.responses[status]?.headers ?? {})
    const reading = name.startsWith('GET ') && !call.stream
    expect(operation?.responses[304] !== undefined, name).toBe(reading)
    expect(headers(200).includes('ETag'), name).toBe(reading)
    expect(headers(200).includes('Link'), name).toBe(call.paged ?? false)
    expect(headers(401).includes('WWW-Authenticate'), name).toBe(call.access !== 'anyone')
    for (const status of [429, 503]) expect(headers(status), name).toContain('Retry-After')
    expect(headers(500), name).toEqual(['X-Request-Id'])
  }
})

function nestedObjects(value: object, path: string): (readonly [string, object])[] {
  return Object.entries(value).flatMap(([key, part]) => {
    if (typeof part !== 'object' || part === null) return []
    // The keys of `properties` are names, not schema keywords.
    const ownPath = key === 'properties' ? [] : [[`${path}/${key}`, part] as const]
    return [...ownPath, ...nestedObjects(part, `${path}/${key}`)]
  })
}

function contentsOf({ operationId, requestBody, responses }: Operation) {
  return [requestBody, ...Object.values(responses)].flatMap((part) => {
    const content = part?.content?.['application/json']
    return content ? [{ of: operationId, ...content }] : []
  })
}
