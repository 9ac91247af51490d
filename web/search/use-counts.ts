import { useState } from 'react'
import type { Outcome } from '../outcome.ts'
import { settle } from '../outcome.ts'
import { useLoad } from '../ui/use-load.ts'

/** Undefined until they are known, and null if they cannot be. */
export type Known<Counts> = Counts | null | undefined

/** The counts that were shown last, so that nothing jumps when a reader comes back. */
export type CountsMemory<Counts> = { counts?: Known<Counts> }

/**
 * The counts for what is asked, and those of the last question until they are known. They are optional: without them,
 * the filters work as well.
 */
export function useCounts<Counts>(
  key: string,
  ask: ((signal: AbortSignal) => Promise<Counts>) | undefined,
  memory: CountsMemory<Counts>,
): Known<Counts> {
  const [counts, setCounts] = useState(memory.counts)
  const show = (known: Known<Counts>) => {
    memory.counts = known
    setCounts(known)
  }
  useLoad(key, async (signal): Promise<Outcome> => {
    if (ask) return settle(signal, ask(signal), show, () => show(null))
    show(undefined)
    return 'ready'
  })
  return counts
}
