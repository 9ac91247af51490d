/** A value, or a promise of it if there is something to wait for. */
export type Awaitable<T> = T | Promise<T>

/** Like `then`, but synchronous if the value is already there: on the hot path every microtask counts. */
export function mapAwaitable<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value)
}
