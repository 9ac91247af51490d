import type { FieldError } from '../../contract/errors.ts'

/** A failure with a reason that the caller may know; everything else becomes a masked 500. */
export class Refusal extends Error {
  readonly status: number
  readonly errors: FieldError[]
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | undefined
  /** What the answer says beside its body. */
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

// RFC 6750: how a client that knows bearer tokens learns that one is wanted, or no longer valid.
const CHALLENGE = 'Bearer realm="Developer Connector"'
const unauthorized = (msg: string, challenge: string) =>
  new Refusal(401, [{ msg }], undefined, { 'www-authenticate': challenge })

export const invalid = (...errors: FieldError[]) => new Refusal(400, errors)
export const noToken = () => unauthorized('No token, authorization denied', CHALLENGE)
export const badToken = () => unauthorized('Token is not valid', `${CHALLENGE}, error="invalid_token"`)
export const notYours = () => new Refusal(403, [{ msg: 'User not authorized' }])
export const notFound = (msg: string) => new Refusal(404, [{ msg }])
export const changedMeanwhile = () => new Refusal(409, [{ msg: 'Changed meanwhile' }])
export const wrongMethod = (allowed: string) =>
  new Refusal(405, [{ msg: 'Method not allowed' }], undefined, { allow: allowed })
export const tooMany = (retryAfter: number) =>
  new Refusal(429, [{ msg: 'Too many requests, please try again later' }], retryAfter)
export const unavailable = (retryAfter: number, msg = 'Service unavailable, please try again') =>
  new Refusal(503, [{ msg }], retryAfter)

/** What is the caller's own, or why it is not to be had. */
export function requireOwn<T extends { user_id: string }>(
  value: T | undefined,
  caller: { id: string },
  missing: string,
): T {
  const found = requireFound(value, missing)
  if (found.user_id !== caller.id) throw notYours()
  return found
}

/** The value, or "not found" where there is none. */
export function requireFound<T>(value: T | undefined, msg: string): T {
  if (value === undefined) throw notFound(msg)
  return value
}
