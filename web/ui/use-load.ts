import { useEffect, useEffectEvent, useState } from 'react'
import type { Outcome } from '../outcome.ts'

/**
 * Loads when the page opens or its key changes, aborts when it closes, and can retry.
 * The status is `loading` until the load of the current key has ended, so nothing of the previous key shows.
 */
export function useLoad(key: string, load: (signal: AbortSignal) => Promise<Outcome>) {
  const [attempt, setAttempt] = useState(0)
  const [ended, setEnded] = useState<{ key: string; attempt: number; outcome: Outcome }>()
  const start = useEffectEvent(load)

  useEffect(() => {
    const controller = new AbortController()
    start(controller.signal)
      .catch((error): Outcome => {
        // A bug, or a response that nobody expected: it is reported, and the page offers a retry.
        reportError(error)
        return 'failed'
      })
      .then((outcome) => {
        if (!controller.signal.aborted) setEnded({ key, attempt, outcome })
      })
    return () => controller.abort()
  }, [key, attempt])

  const isOver = ended?.key === key && ended.attempt === attempt
  return {
    status: isOver ? ended.outcome : ('loading' as const),
    retry: () => setAttempt((last) => last + 1),
  }
}

// The content of the first page is loaded before the page is rendered. The page then waits for that load.
let started: { key: string; outcome: Promise<Outcome> } | undefined

/** Tells the page with this key that its content is being loaded. */
export async function startLoad(key: string, outcome: Promise<Outcome>): Promise<void> {
  started = { key, outcome }
  await outcome
}

/** The load that was started for this key, for the first page that asks. */
export function takeStartedLoad(key: string): Promise<Outcome> | undefined {
  const taken = started
  started = undefined
  return taken?.key === key ? taken.outcome : undefined
}
