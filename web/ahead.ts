const FRESH = 30_000

const sent = new Map<string, { response: Promise<Response>; time: number }>()

/** Keeps the answer to a call that was sent before the page that makes it was here. */
export function keepAhead(call: string, response: Promise<Response>): void {
  sent.set(call, { response, time: Date.now() })
  // Whoever takes it is told that it failed; until then nobody needs to know.
  response.catch(() => {})
}

/** The answer to this call if it is on its way already; only the first to ask gets it. */
export function takeAhead(call: string): Promise<Response> | undefined {
  const found = sent.get(call)
  sent.delete(call)
  return found && Date.now() - found.time < FRESH ? found.response : undefined
}
