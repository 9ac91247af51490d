import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { pauseUnlessWoken } from '../accounts/session.ts'

// The server sends something every 45 seconds; otherwise the connection is dead.
const MAX_SILENCE = 100_000
const LONGEST_RETRY_AFTER = 10 * 60_000

type Ending =
  | { reason: 'lost' | 'failed'; retryAfter?: number }
  | { reason: 'refused' | 'not offered' | 'stopped' }

type Options = {
  token: string
  lastId: string
  onId: (id: string) => void
  onEvent: (event: EventSourceMessage) => void
  signal: AbortSignal
}

export async function listenOnce({ token, lastId, onId, onEvent, signal }: Options): Promise<Ending> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), MAX_SILENCE)
  let isOpen = false
  try {
    const response = await fetch('/api/events', {
      headers: {
        accept: 'text/event-stream',
        'x-auth-token': token,
        ...(lastId && { 'last-event-id': lastId }),
      },
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    })
    const refusal = refusalIn(response)
    if (refusal) {
      await response.body?.cancel()
      return refusal
    }
    isOpen = true
    const parser = createParser({ onId, onEvent })
    const decoder = new TextDecoder()
    const reader = response.body?.getReader()
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), MAX_SILENCE)
      parser.feed(decoder.decode(read.value, { stream: true }))
    }
  } catch {
    // The connection broke, or was aborted.
  } finally {
    clearTimeout(timer)
  }
  if (signal.aborted) return { reason: 'stopped' }
  return { reason: isOpen ? 'lost' : 'failed' }
}

/** Undefined if it is an event stream. Servers of the specification do not have the call. */
function refusalIn({ ok, status, headers }: Response): Ending | undefined {
  if (ok && headers.get('content-type')?.startsWith('text/event-stream')) return undefined
  if (status === 401) return { reason: 'refused' }
  if (status !== 429 && status < 500) return { reason: 'not offered' }
  return { reason: 'failed', retryAfter: readRetryAfter(headers.get('retry-after')) }
}

/** In seconds or as a date, which a wrong clock may put far into the future or the past. */
function readRetryAfter(header: string | null): number {
  if (header === null) return 0
  const wait = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), LONGEST_RETRY_AFTER)
}

const SHORTEST_PAUSE = 1_000
const LONGEST_PAUSE = 60_000

type ListenOptions = {
  token: string
  lastId: () => string
  onId: (id: string) => void
  onEvent: (event: EventSourceMessage) => void
  signal: AbortSignal
}

export async function keepListening({ lastId, ...options }: ListenOptions): Promise<Ending['reason']> {
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
