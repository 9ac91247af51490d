import { startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { useIsReturn } from '../routing/route-change.tsx'
import { placeOf } from './scroll-memory.ts'

export type Filled = { from: number; to: number }

/** Small steps never block the page. On a return all items are there, those out of sight by height only. */
export function useGradualList<Item extends { _id: string }>(items: Item[]) {
  const isReturn = useIsReturn()
  const { key, pathname, search } = useLocation()
  const known = useDeferredValue(items)
  const [place] = useState(() => (isReturn ? placeOf(key, pathname + search) : undefined))
  const [atOnce] = useState(place ? items.length : 0)
  const [filled, setFilled] = useState<Filled>(() =>
    place ? inSight(items.findIndex(({ _id }) => _id === place.item)) : FIRST,
  )

  // React renders in slices, but commits the result at once.
  useEffect(() => {
    if (filled.from > 0 || filled.to < known.length) startTransition(() => setFilled(widen))
  }, [known.length, filled])

  const { to } = filled
  const visible = useMemo(() => known.slice(0, Math.max(to, atOnce)), [known, to, atOnce])
  return { isReturn, known, visible, filled }
}

// What a phone shows below the form.
const FIRST: Filled = { from: 0, to: 3 }
// About a window full; even a slow phone inserts that many without being noticed.
const IN_SIGHT = 10
// Around a reader who has returned, where heights are known.
const STEP_OUT = 25

const inSight = (index: number): Filled =>
  index === -1 ? { from: 0, to: IN_SIGHT } : { from: Math.max(0, index - 1), to: index + IN_SIGHT }

const widen = ({ from, to }: Filled): Filled =>
  from > 0 ? { from: Math.max(0, from - STEP_OUT), to: to + STEP_OUT } : { from, to: to + IN_SIGHT }
