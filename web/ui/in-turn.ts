const waiting = new Map<string, Promise<unknown>>()

/** Sends the changes of one thing in the order in which they were made, so that the last one holds. */
export async function inTurn<Value>(key: string, send: () => Promise<Value>): Promise<Value> {
  const before = waiting.get(key) ?? Promise.resolve()
  const sent = before.catch(() => {}).then(send)
  waiting.set(key, sent)
  try {
    return await sent
  } finally {
    if (waiting.get(key) === sent) waiting.delete(key)
  }
}

/** Whether another change of it follows, so that what became of an earlier one no longer matters. */
export function hasNext(key: string): boolean {
  return waiting.has(key)
}
