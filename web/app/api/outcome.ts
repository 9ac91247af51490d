import type { FieldError } from '../../../contract/errors.ts'
import { ApiError, type CallError, isNotFound, toCallError } from './results.ts'

export type Outcome = 'ready' | 'missing' | 'failed'

export const asApiError = toCallError

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
  failed: (error: CallError) => void,
): Promise<Outcome> {
  try {
    const value = await work
    if (!signal.aborted) done(value)
    return 'ready'
  } catch (thrown) {
    const error = asApiError(thrown)
    if (!signal.aborted) failed(error)
    return isNotFound(error) ? 'missing' : 'failed'
  }
}

export async function submit<Value>(
  work: Promise<Value>,
  done: (value: Value) => void,
  failed: (error: CallError) => void,
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
