import type { EventSourceMessage } from 'eventsource-parser'
import { pauseUnlessWoken } from '../accounts/session.ts'
import { type Ending, listenOnce } from './connection.ts'

const SHORTEST_PAUSE = 1_000
const LONGEST_PAUSE = 60_000

type Options = {
  token: string
  lastId: () => string
  onId: (id: string) => void
  onEvent: (event: EventSourceMessage) => void
  signal: AbortSignal
}

export async function keepListening({ lastId, ...options }: Options): Promise<Ending['reason']> {
  const { signal } = options
  // A sign-out must not hold the lock of the tabs during a pause.
  const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  for (let failures = 0; ; failures++) {
    const ending = await listenOnce({ ...options, lastId: lastId() })
    if (ending.reason !== 'lost' && ending.reason !== 'failed') return ending.reason
    if (ending.reason === 'lost') failures = 0
    await Promise.race([stopped, pauseUnlessWoken(pauseAfter(failures, ending.retryAfter ?? 0))])
    if (signal.aborted) return 'stopped'
  }
}

/** Random, so that not all clients of a restarted server come back at once. */
export function pauseAfter(failures: number, retryAfter: number): number {
  const longest = Math.min(SHORTEST_PAUSE * 2 ** failures, LONGEST_PAUSE)
  return retryAfter + longest * (0.5 + Math.random() / 2)
}
