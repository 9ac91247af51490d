import { useSyncExternalStore } from 'react'

const COLUMNS = '(width >= 68.75rem)'

/** `--breakpoint-columns` in styles.css. */
export const hasColumns = (): boolean => matchMedia(COLUMNS).matches

export const useHasColumns = (): boolean => useSyncExternalStore(onWidth, hasColumns)

function onWidth(changed: () => void): () => void {
  const columns = matchMedia(COLUMNS)
  columns.addEventListener('change', changed)
  return () => columns.removeEventListener('change', changed)
}
