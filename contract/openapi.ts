import type { TSchema } from 'typebox'
import { type Call, calls } from './calls.ts'
import { Failure } from './errors.ts'
import type { Form } from './fields.ts'

export type Operation = {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: { name: string; in: string; required: boolean; description?: string; schema: object }[]
  requestBody?: { required: boolean; content: JsonContent }
  responses: Record<string, { description: string; headers?: object; content: JsonContent }>
}
type JsonContent = { 'application/json': { schema: object } }

export type OpenApi = {
  openapi: string
  info: { title: string; version: string; description: string }
  components: object
  paths: Record<string, Record<string, Operation>>
}

const FAILURES: Record<number, string> = {
  400: 'What was sent is wrong',
  401: 'The token is missing, wrong, expired or revoked',
  403: 'It exists and is not yours',
  404: 'There is no such thing',
  413: 'The body is too large',
  415: 'The body is not JSON',
  429: 'Too many requests: try again after Retry-After seconds',
  502: 'The code host does not answer',
  503: 'Not available now: try again after Retry-After seconds',
  500: 'An error of the server',
}

const TAGS: Record<string, string> = {
  users: 'Accounts',
  auth: 'Accounts',
  profile: 'Profiles',
  posts: 'Posts',
  marks: 'Posts',
}

/** The OpenAPI document, made from the same contract that the server reads and writes by. */
export function openApiDocument(): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const [name, call] of Object.entries<Call>(calls)) {
    const [method = '', path = ''] = name.split(' ')
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(name, path, call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Developer Connector',
      version: '1',
      description: 'Accounts, profiles and posts of a community of developers.',
    },
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'x-auth-token' } } },
    paths,
  }
}

function operation(name: string, path: string, call: Call): Operation {
  const params = [...path.matchAll(/:(\w+)/g)].map(([, param = '']) => param)
  const member = call.access === 'member'
  // Also a call that asks for no body refuses one that it cannot read.
  const mayBearBody = !name.startsWith('GET ')
  const failures = [
    ...(mayBearBody || call.query ? [400] : []),
    ...(member ? [401] : []),
    ...(mayBearBody ? [413, 415] : []),
    ...(call.failures ?? []),
    ...[429, 500, 503],
  ]
  return {
    operationId: name,
    summary: call.summary,
    tags: [TAGS[path.split('/')[2] ?? ''] ?? 'Other'],
    security: member ? [{ token: [] }] : [],
    parameters: [
      ...params.map((param) => ({ name: param, in: 'path', required: true, schema: { type: 'string' } })),
      ...(call.query ? queryParameters(call.query) : []),
    ],
    ...(call.body && { requestBody: { required: true, content: json(call.body.schema) } }),
    responses: {
      200: { description: 'Done', ...(call.paged && { headers: NEXT_LINK }), content: json(call.answer) },
      ...Object.fromEntries(
        failures.map((status) => [status, { description: FAILURES[status] ?? '', content: json(Failure) }]),
      ),
    },
  }
}

function queryParameters({ fields }: Form) {
  return Object.entries(fields).map(([name, { required, schema }]) => ({
    name,
    in: 'query',
    required,
    description: 'description' in schema ? String(schema.description) : '',
    schema,
  }))
}

const NEXT_LINK = {
  Link: { description: 'The next page, with rel="next", while there is one', schema: { type: 'string' } },
}

function json(schema: TSchema): JsonContent {
  return { 'application/json': { schema } }
}
