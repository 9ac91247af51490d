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
  const [limit, setLimit] = useState(isReturn ? Math.max(items.length, PAGE_SIZE) : PAGE_SIZE)

  // Rendering is cut into slices by itself, but what it made is put on the page in one go.
  useEffect(() => {
    if (known.length > limit) startTransition(() => setLimit(limit + PAGE_SIZE))
  }, [known.length, limit])

  const shown = useMemo(() => known.slice(0, limit), [known, limit])
  return { isReturn, shown }
}
