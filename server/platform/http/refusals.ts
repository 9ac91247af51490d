import type { FieldError } from '../../../contract/errors.ts'

/** Shown to the client; every other error becomes a 500 without details. */
export class Refusal extends Error {
  readonly status: number
  readonly errors: FieldError[]
  readonly retryAfter: number | undefined
  readonly headers: Record<string, string>

  constructor(
    status: number,
    errors: FieldError[],
    retryAfter?: number,
    headers: Record<string, string> = {},
  ) {
    super(errors.map(({ msg }) => msg).join(' · '))
    this.status = status
    this.errors = errors
    this.retryAfter = retryAfter
    this.headers = headers
  }
}

const RETRY_SOON = 2

const CHALLENGE = 'Bearer realm="Developer Connector"'
const unauthorized = (msg: string, challenge: string) =>
  new Refusal(401, [{ msg }], undefined, { 'www-authenticate': challenge })

export const invalid = (...errors: FieldError[]) => new Refusal(400, errors)
export const noToken = () => unauthorized('No token, authorization denied', CHALLENGE)
export const badToken = () => unauthorized('Token is not valid', `${CHALLENGE}, error="invalid_token"`)
export const forbidden = () => new Refusal(403, [{ msg: 'User not authorized' }])
export const confirmFirst = () => new Refusal(403, [{ msg: 'Please confirm your email first' }])
export const notFound = (msg: string) => new Refusal(404, [{ msg }])
export const editConflict = () => new Refusal(409, [{ msg: 'Changed meanwhile' }])
export const wrongMethod = (allowed: string) =>
  new Refusal(405, [{ msg: 'Method not allowed' }], undefined, { allow: allowed })
export const clientGone = () => new Refusal(499, [])
export const tooMany = (retryAfter: number) =>
  new Refusal(429, [{ msg: 'Too many requests, please try again later' }], retryAfter)
export const unavailable = (msg: string, retryAfter = RETRY_SOON) => new Refusal(503, [{ msg }], retryAfter)
export const starting = () => unavailable('The server is starting, please try again')
export const stopping = () => unavailable('The server is stopping, please try again')

export function requireOwn<T extends { user_id: string }>(
  value: T | undefined,
  member: { id: string },
  missing: string,
): T {
  const row = requireFound(value, missing)
  if (row.user_id !== member.id) throw forbidden()
  return row
}

export function requireFound<T>(value: T | undefined, msg: string): T {
  if (value === undefined) throw notFound(msg)
  return value
}
