import { ApiError, type FieldError, unexpectedResponse } from './client.ts'

export type Outcome = 'ready' | 'missing' | 'failed'

export type StateError = { msg: string; status: number }

export function toStateError(error: ApiError): StateError {
  return { msg: error.statusText, status: error.status }
}

/** Anything else is a bug, which is reported. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  reportError(error)
  return unexpectedResponse()
}

/** Servers use different 4xx statuses for "not found"; only 401 and 429 concern the caller instead. */
export function isMissing({ status }: { status: number }): boolean {
  return status >= 400 && status < 500 && status !== 401 && status !== 429
}

/** Some servers say "not found" with null, which throws a 404 here. */
export async function requireResponse<Value>(response: Promise<Value>): Promise<NonNullable<Value>> {
  const value = await response
  if (value === null || value === undefined) throw new ApiError(404, 'Not Found', [{ msg: 'Not found' }])
  return value
}

export async function loadInto<Value>(
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
