import { useSyncExternalStore } from 'react'

const COLUMNS = '(width >= 68.75rem)'

/** Whether the page has its left and right columns: `--breakpoint-columns` in styles.css. */
export const hasColumns = (): boolean => matchMedia(COLUMNS).matches

/** The same, also when the width of the window changes. */
export const useHasColumns = (): boolean => useSyncExternalStore(onWidth, hasColumns)

function onWidth(changed: () => void): () => void {
  const columns = matchMedia(COLUMNS)
  columns.addEventListener('change', changed)
  return () => columns.removeEventListener('change', changed)
}
