/** What is often there at once: a promise only where there is something to wait for. */
export type Awaitable<T> = T | Promise<T>

/** Goes on at once where it can; on the hot path every turn of the microtask queue counts. */
export function mapAwaitable<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value)
}
