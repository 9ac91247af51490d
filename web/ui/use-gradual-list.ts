import { startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useNavigationType } from 'react-router'
import { PAGE_SIZE } from '../../contract/limits.ts'

/**
 * A list that is rendered in small steps, so that a long one never stalls the page.
 * Back from the entry that was open, that entry is where the reader goes on.
 */
export function useGradualList<Item>(items: Item[]) {
  const isReturn = useNavigationType() === 'POP'
  const known = useDeferredValue(items, [])
  const [most, setMost] = useState(PAGE_SIZE)

  // Rendering is cut into slices by itself, but what it made is put on the page in one go.
  useEffect(() => {
    if (known.length > most) startTransition(() => setMost(most + PAGE_SIZE))
  }, [known.length, most])

  const shown = useMemo(() => known.slice(0, most), [known, most])
  return { isReturn, shown, returnTo: isReturn ? scrollTo : undefined }
}

function scrollTo(entry: Element | null): void {
  entry?.scrollIntoView({ block: 'center' })
}
