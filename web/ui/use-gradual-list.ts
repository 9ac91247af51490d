import { startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { PAGE_SIZE } from '../../contract/limits.ts'
import { useIsReturn } from './route-change.tsx'

/**
 * Renders a list in small steps, so that a long one never blocks the page.
 * When a reader returns to the page, it is rendered at once, as they left it.
 */
export function useGradualList<Item>(items: Item[]) {
  const isReturn = useIsReturn()
  const known = useDeferredValue(items, isReturn ? items : [])
  const [limit, setLimit] = useState(isReturn ? Math.max(items.length, PAGE_SIZE) : PAGE_SIZE)

  // React renders in slices, but commits the result at once.
  useEffect(() => {
    if (known.length > limit) startTransition(() => setLimit(limit + PAGE_SIZE))
  }, [known.length, limit])

  const shown = useMemo(() => known.slice(0, limit), [known, limit])
  return { isReturn, shown }
}
