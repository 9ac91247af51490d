import { useEffect, useState } from 'react'

const PAUSE = 150

/** The value once it has not changed for a moment, so that a request is not sent for every letter. */
export function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
