import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from 'react'
import { ErrorBoundary } from '../../ui/routing/error-boundary.tsx'
import { isFindKey } from './keys.ts'

type ShortcutsComponent = ComponentType<{ openEvent: Event | undefined }>

export function useShortcuts(isLanding: boolean): { openPalette: (press: Event) => void; dialog: ReactNode } {
  const [Shortcuts, setShortcuts] = useState<ShortcutsComponent>()
  const [openEvent, setOpenEvent] = useState<Event>()
  const isLoaded = Shortcuts !== undefined
  const isWanted = !isLanding || openEvent !== undefined

  useEffect(() => {
    if (isLoaded || !isWanted) return
    const load = async () => {
      const loaded = await import('./shortcuts.tsx')
      setShortcuts(() => loaded.Shortcuts)
    }
    load().catch(() => {})
  }, [isLoaded, isWanted])

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isFindKey(event)) return
    event.preventDefault()
    setOpenEvent(event)
  })

  // A layout effect, because a later one would miss a key pressed right after the first paint.
  useLayoutEffect(() => {
    if (isLoaded) return
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isLoaded])

  const dialog = Shortcuts && (
    <ErrorBoundary fallback={null}>
      <Shortcuts openEvent={openEvent} />
    </ErrorBoundary>
  )
  return { openPalette: setOpenEvent, dialog }
}
