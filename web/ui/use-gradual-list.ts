import { useDeferredValue } from 'react'
import { useNavigationType } from 'react-router'

/**
 * A list that is rendered in small steps, so that a long one never stalls the page.
 * Back from the entry that was open, that entry is where the reader goes on.
 */
export function useGradualList<Item>(items: Item[]) {
  const isReturn = useNavigationType() === 'POP'
  return { isReturn, shown: useDeferredValue(items, []), returnTo: isReturn ? scrollTo : undefined }
}

function scrollTo(entry: Element | null): void {
  entry?.scrollIntoView({ block: 'center' })
}
