import { ApiError, type FieldError } from './api.ts'

/** How a load ended, as far as a page cares. */
export type Outcome = 'ready' | 'missing' | 'failed'

/** A failure as the profile and post states keep it. */
export type StateError = { msg: string; status: number }

export function toStateError(error: ApiError): StateError {
  return { msg: error.statusText, status: error.status }
}

/** What failed as the server or the network tells it; anything else is a bug and goes on. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

/** Servers say "there is none" in different ways; only 401 and 429 are about who asks, not about what. */
function isMissing({ status }: ApiError): boolean {
  return status >= 400 && status < 500 && status !== 401 && status !== 429
}

/** The answer, or the error of a 404 where a server says "there is none" with null. */
export async function requireAnswer<Value>(answer: Promise<Value>): Promise<NonNullable<Value>> {
  const value = await answer
  if (value === null || value === undefined) throw new ApiError(404, 'Not Found', [{ msg: 'Not found' }])
  return value
}

/** Ends a load in one of its outcomes; one that was given up meanwhile leaves no trace. */
export async function settle<Value>(
  signal: AbortSignal,
  work: Promise<Value>,
  done: (value: Value) => void,
  failed: (error: ApiError) => void,
): Promise<Outcome> {
  try {
    const value = await work
    if (!signal.aborted) done(value)
    return 'ready'
  } catch (thrown) {
    const error = asApiError(thrown)
    if (!signal.aborted) failed(error)
    return isMissing(error) ? 'missing' : 'failed'
  }
}

/** Ends a write: what the form has to say, or nothing. */
export async function submit<Value>(
  work: Promise<Value>,
  done: (value: Value) => void,
  failed: (error: ApiError) => void,
): Promise<FieldError[]> {
  try {
    done(await work)
    return []
  } catch (thrown) {
    const error = asApiError(thrown)
    failed(error)
    return error.errors
  }
}
