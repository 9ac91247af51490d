type Result<Value> = { data?: Value; error?: unknown }

type Change<Value> = {
  before: boolean
  after: boolean
  send: () => PromiseLike<Result<Value>>
  show: (value: boolean) => void
}

type Queue = { confirmed: boolean; last: Promise<unknown> }

const queues = new Map<string, Queue>()
/** How often each thing has been changed. */
const turns = new Map<string, number>()

/**
 * Shows a change at once, and sends the changes of one thing in their order. If the last one fails, what the
 * server has confirmed is shown again. Without a result if another change has followed.
 */
export async function changeInOrder<Value>(
  key: string,
  { before, after, send, show }: Change<Value>,
): Promise<Result<Value>> {
  const queue = queues.get(key) ?? { confirmed: before, last: Promise.resolve() }
  const sent = queue.last.then(send)
  queue.last = sent
  queues.set(key, queue)
  turns.set(key, (turns.get(key) ?? 0) + 1)
  show(after)
  const result = await sent
  const isRefused = result.error !== undefined
  if (!isRefused) queue.confirmed = after
  if (queue.last !== sent) return {}
  queues.delete(key)
  if (isRefused) show(queue.confirmed)
  return result
}

export function watchChanges(): (key: string) => boolean {
  const before = new Map(turns)
  const pending = new Set(queues.keys())
  return (key) => turns.get(key) === before.get(key) && !pending.has(key)
}
