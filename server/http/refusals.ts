import type { FieldError } from '../../contract/errors.ts'

/** A failure with a reason that the caller may know; everything else becomes a masked 500. */
export class Refusal extends Error {
  readonly status: number
  readonly errors: FieldError[]
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | undefined

  constructor(status: number, errors: FieldError[], retryAfter?: number) {
    super(errors.map(({ msg }) => msg).join(' · '))
    this.status = status
    this.errors = errors
    this.retryAfter = retryAfter
  }
}

export const invalid = (...errors: FieldError[]) => new Refusal(400, errors)
export const noToken = () => new Refusal(401, [{ msg: 'No token, authorization denied' }])
export const badToken = () => new Refusal(401, [{ msg: 'Token is not valid' }])
export const notYours = () => new Refusal(403, [{ msg: 'User not authorized' }])
export const notFound = (msg: string) => new Refusal(404, [{ msg }])
export const tooMany = (retryAfter: number) =>
  new Refusal(429, [{ msg: 'Too many requests, please try again later' }], retryAfter)
export const unavailable = (retryAfter: number, msg = 'Service unavailable, please try again') =>
  new Refusal(503, [{ msg }], retryAfter)

/** The value, or "not found" where there is none. */
export function requireFound<T>(value: T | undefined, msg: string): T {
  if (value === undefined) throw notFound(msg)
  return value
}
