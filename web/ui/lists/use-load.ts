import { useEffect, useEffectEvent, useState } from 'react'
import type { Outcome } from '../../app/api/outcome.ts'

export type Load = ReturnType<typeof useLoad>

/** `loading` until the load of the current key has ended, so that nothing of the previous key is visible. */
export function useLoad(key: string, load: (signal: AbortSignal) => Promise<Outcome>) {
  const [attempt, setAttempt] = useState(0)
  const [ended, setEnded] = useState<{ key: string; attempt: number; outcome: Outcome }>()
  const start = useEffectEvent(load)

  useEffect(() => {
    const controller = new AbortController()
    start(controller.signal)
      .catch((error): Outcome => {
        // A bug or an unexpected response: reported, and the page offers a retry.
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
