/**
 * A promise that is awaited later. If the test fails before that, and the promise too, because its server is stopped,
 * only the first of these failures counts: an unhandled one would fail the whole run, even if the test passes when it
 * is tried again.
 */
export function pending<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => {})
  return promise
}
