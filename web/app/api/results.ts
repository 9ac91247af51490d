import type { FieldError } from '../../../contract/errors.ts'

/** Status 0 means no response at all. Plain data, because the store contains nothing else. */
export type CallError = { status: number; statusText: string; errors: FieldError[] }

export class ApiError extends Error implements CallError {
  readonly status: number
  readonly statusText: string
  readonly errors: FieldError[]

  constructor(status: number, statusText: string, errors: FieldError[]) {
    super(errors[0]?.msg ?? statusText)
    this.status = status
    this.statusText = statusText
    this.errors = errors
  }
}

export function unreachable(): ApiError {
  return new ApiError(0, 'Network Error', [{ msg: "Can't reach the server. Try again." }])
}

export const UNEXPECTED = 'Unexpected Response'

export function unexpectedResponse(): ApiError {
  return new ApiError(0, UNEXPECTED, [{ msg: 'Something went wrong. Try again.' }])
}

export const ABORTED: CallError = { status: 0, statusText: 'Aborted', errors: [] }

/** The end of a session aborts its calls. Anything else is a bug, which is reported. */
export function toCallError(thrown: unknown): CallError {
  if ((thrown as Error).name === 'AbortError') return ABORTED
  if (!isCallError(thrown)) reportError(thrown)
  const { status, statusText, errors } = isCallError(thrown) ? thrown : unexpectedResponse()
  return { status, statusText, errors }
}

export function fieldErrors(error: unknown): FieldError[] {
  return error === undefined ? [] : toCallError(error).errors
}

export async function errorsOf(result: Promise<{ error?: unknown }>): Promise<FieldError[]> {
  return fieldErrors((await result).error)
}

/** Servers use different 4xx statuses for "not found"; only 401 and 429 concern the caller instead. */
export function isNotFound(error: unknown): boolean {
  if (!isCallError(error)) return false
  const { status } = error
  return status >= 400 && status < 500 && status !== 401 && status !== 429
}

const isCallError = (error: unknown): error is CallError => error instanceof Object && 'errors' in error

/** As the specification stores it. */
export type StateError = { msg: string; status: number }

export const toStateError = ({ statusText, status }: CallError): StateError => ({ msg: statusText, status })

type QueryState = { currentData?: unknown; isFetching: boolean; isUninitialized: boolean }

/** Loaded data stays `ready` while it is loaded again. */
export function statusOf({ currentData, isFetching, isUninitialized }: QueryState) {
  if (currentData !== undefined) return 'ready'
  return isFetching || isUninitialized ? 'loading' : 'failed'
}

/** Loaded data waits for the end of each further load. */
export function loadStatus({ isFetching, isUninitialized, error }: QueryState & { error?: unknown }) {
  if (isFetching || isUninitialized) return 'loading'
  if (error === undefined) return 'ready'
  return isNotFound(error) ? 'missing' : 'failed'
}
