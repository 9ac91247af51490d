const MAX_AGE = 30_000

const sent = new Map<string, { response: Promise<Response>; time: number }>()

/** Stores the response to a call that was sent before the page that makes it has loaded. */
export function storePrefetched(call: string, response: Promise<Response>): void {
  sent.set(call, { response, time: Date.now() })
  // A failure is reported to the caller that takes the response, not as an unhandled rejection.
  response.catch(() => {})
}

/** The response to this call if it was prefetched; only the first caller gets it. */
export function takePrefetched(call: string): Promise<Response> | undefined {
  const found = sent.get(call)
  sent.delete(call)
  return found && Date.now() - found.time < MAX_AGE ? found.response : undefined
}
