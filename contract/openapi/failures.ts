import { Failure } from '../errors.ts'
import { inDocument } from './schemas.ts'

type Documented = { name: string; description: string; msg: string; field?: string; headers?: string[] }

const failures: Record<number, Documented> = {
  400: { name: 'BadRequest', description: 'The request is invalid', msg: 'Text is required', field: 'text' },
  401: {
    name: 'Unauthorized',
    description: 'The token is missing, wrong, expired or revoked',
    msg: 'Token is not valid',
    headers: ['WWW-Authenticate'],
  },
  403: { name: 'Forbidden', description: 'It exists and is not yours', msg: 'User not authorized' },
  404: { name: 'NotFound', description: 'It does not exist', msg: 'Post not found' },
  409: {
    name: 'Conflict',
    description: 'It has changed since the version that was edited',
    msg: 'Changed meanwhile',
  },
  405: {
    name: 'MethodNotAllowed',
    description: 'The path exists, but does not support the method',
    msg: 'Method not allowed',
    headers: ['Allow'],
  },
  413: { name: 'ContentTooLarge', description: 'The body is too large', msg: 'The request is too large' },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is of another type than the call takes',
    msg: 'The body must be JSON',
  },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests: wait before the next one',
    msg: 'Too many requests, please try again later',
    headers: ['Retry-After'],
  },
  500: { name: 'ServerError', description: 'An error in the server', msg: 'Server error' },
  502: {
    name: 'BadGateway',
    description: 'The code host is not responding',
    msg: 'The code host is not responding',
    headers: ['Retry-After'],
  },
  503: {
    name: 'Unavailable',
    description: 'Temporarily unavailable: wait before trying again',
    msg: 'The server is busy, please try again',
    headers: ['Retry-After'],
  },
}

export const headers: Record<string, object> = {
  ETag: header(
    'Identifies this version of the content; send it in If-None-Match to avoid receiving the same content again',
  ),
  Link: header('The address of the next page, with rel="next" (RFC 8288), if there is one'),
  'Retry-After': { ...header('How many seconds to wait'), schema: { type: 'integer', minimum: 1 } },
  'WWW-Authenticate': header('States that a bearer token is required, and whether the given one is invalid'),
  Allow: header('The methods that the path supports'),
  'X-Request-Id': header('The id of the request in the server log'),
}

function header(description: string) {
  return { description, schema: { type: 'string' } }
}

export function headersNamed(...names: string[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

export function responsesFor(statuses: number[]): Record<string, object> {
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${failures[status]?.name}` }]),
  )
}

export function namedResponses(): Record<string, object> {
  const described = Object.values(failures).map(({ name, description, msg, field, headers = [] }) => [
    name,
    {
      description,
      headers: headersNamed(...headers, 'X-Request-Id'),
      content: {
        'application/json': {
          schema: inDocument(Failure),
          example: { errors: [{ msg, ...(field && { field }) }] } satisfies Failure,
        },
      },
    },
  ])
  const notModified = { description: 'It has not changed', headers: headersNamed('ETag') }
  return { NotModified: notModified, ...Object.fromEntries(described) }
}
