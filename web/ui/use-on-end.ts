import { useEffect, useEffectEvent } from 'react'

/** Calls `onEnd` when a query has ended, whether or not it was sent and succeeded. */
export function useOnEnd(isFetching: boolean, onEnd: () => void): void {
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (!isFetching) end()
  }, [isFetching])
}
