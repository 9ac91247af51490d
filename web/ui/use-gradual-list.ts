import { startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { PAGE_SIZE } from '../../contract/limits.ts'
import { useIsReturn } from './route-change.tsx'

/**
 * A list that is rendered in small steps, so that a long one never stalls the page.
 * A reader who comes back finds all of it at once, as it was left.
 */
export function useGradualList<Item>(items: Item[]) {
  const isReturn = useIsReturn()
  const known = useDeferredValue(items, isReturn ? items : [])
  const [most, setMost] = useState(isReturn ? Math.max(items.length, PAGE_SIZE) : PAGE_SIZE)

  // Rendering is cut into slices by itself, but what it made is put on the page in one go.
  useEffect(() => {
    if (known.length > most) startTransition(() => setMost(most + PAGE_SIZE))
  }, [known.length, most])

  const shown = useMemo(() => known.slice(0, most), [known, most])
  return { isReturn, shown }
}
