/** For what is expensive and may be a little old. Concurrent callers share it; failures are not kept. */
export function rememberFor<Value>(milliseconds: number, make: () => Promise<Value>): () => Promise<Value> {
  let remembered: { value: Promise<Value>; until: number } | undefined
  return () => {
    const now = Date.now()
    if (remembered && now < remembered.until) return remembered.value
    const made = { value: make(), until: now + milliseconds }
    remembered = made
    made.value.catch(() => {
      if (remembered === made) remembered = undefined
    })
    return made.value
  }
}
