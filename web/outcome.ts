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
    return error.status === 404 ? 'missing' : 'failed'
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
