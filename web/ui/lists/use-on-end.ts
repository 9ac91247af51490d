import { useEffect, useEffectEvent } from 'react'

/** Whether or not the query was sent and succeeded. */
export function useOnEnd(isFetching: boolean, onEnd: () => void): void {
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (!isFetching) end()
  }, [isFetching])
}
