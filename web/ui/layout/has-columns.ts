import { useSyncExternalStore } from 'react'

/** `--breakpoint-columns` in app/styles/theme.css. */
const COLUMNS = '(width >= 68.75rem)'

export const useHasColumns = (): boolean => useSyncExternalStore(onWidth, () => matchMedia(COLUMNS).matches)

function onWidth(changed: () => void): () => void {
  const columns = matchMedia(COLUMNS)
  columns.addEventListener('change', changed)
  return () => columns.removeEventListener('change', changed)
}
