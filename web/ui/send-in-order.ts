const waiting = new Map<string, Promise<unknown>>()

/** Sends changes of one thing in their order, so that the last one holds. */
export async function sendInOrder<Value>(key: string, send: () => Promise<Value>): Promise<Value> {
  const before = waiting.get(key) ?? Promise.resolve()
  const sent = before.catch(() => {}).then(send)
  waiting.set(key, sent)
  try {
    return await sent
  } finally {
    if (waiting.get(key) === sent) waiting.delete(key)
  }
}

/** If another change follows, the outcome of an earlier one no longer matters. */
export function isPending(key: string): boolean {
  return waiting.has(key)
}
