import { startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { useIsReturn } from './route-change.tsx'
import { placeOf } from './scroll-memory.ts'

/** The entries that are rendered with their content, from the first to before the last. */
export type Filled = { from: number; to: number }

/**
 * Renders a list in small steps, so that a long one never blocks the page.
 * When a reader returns to the page, all entries are there at once, as they left it: those around the reader with
 * their content, and the others, which nobody sees, with their last height until it is their turn.
 */
export function useGradualList<Item extends { _id: string }>(items: Item[]) {
  const isReturn = useIsReturn()
  const { key, pathname, search } = useLocation()
  const known = useDeferredValue(items, isReturn ? items : [])
  const [place] = useState(() => (isReturn ? placeOf(key, pathname + search) : undefined))
  const [atOnce] = useState(place ? items.length : 0)
  const [filled, setFilled] = useState<Filled>(() =>
    place ? inSight(items.findIndex(({ _id }) => _id === place.entry)) : FIRST,
  )

  // React renders in slices, but commits the result at once.
  useEffect(() => {
    if (filled.from > 0 || filled.to < known.length) startTransition(() => setFilled(widen))
  }, [known.length, filled])

  const { to } = filled
  const shown = useMemo(() => known.slice(0, Math.max(to, atOnce)), [known, to, atOnce])
  return { isReturn, known, shown, filled }
}

// What a phone shows below the form, so that its reader does not wait for more.
const FIRST: Filled = { from: 0, to: 4 }
// About as many as fit into a window, and as many as even a slow phone inserts at once without being noticed.
const IN_SIGHT = 10
// Around a reader who has returned, where the heights are known already.
const STEP_OUT = 25

/** The entries in sight, of which the first has this index; those at the top if that is not known. */
const inSight = (index: number): Filled =>
  index === -1 ? { from: 0, to: IN_SIGHT } : { from: Math.max(0, index - 1), to: index + IN_SIGHT }

const widen = ({ from, to }: Filled): Filled =>
  from > 0 ? { from: Math.max(0, from - STEP_OUT), to: to + STEP_OUT } : { from, to: to + IN_SIGHT }
