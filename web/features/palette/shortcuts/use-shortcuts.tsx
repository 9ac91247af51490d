import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from 'react'
import { contentReady } from '../../../ui/routing/content-ready.ts'
import { ErrorBoundary } from '../../../ui/routing/error-boundary.tsx'
import { keepTyping, takeTyped } from '../early-typing.ts'
import { isFindKey } from '../keyboard/find-key.ts'

type ShortcutsComponent = ComponentType<{ call: Event | undefined }>

/** Loaded after the content, or when the palette is called for; on the landing page only then. */
export function useShortcuts(isLanding: boolean): { callPalette: (press: Event) => void; dialog: ReactNode } {
  const [Shortcuts, setShortcuts] = useState<ShortcutsComponent>()
  const [call, setCall] = useState<Event>()
  const isLoaded = Shortcuts !== undefined
  const isWanted = !isLanding || call !== undefined

  function callPalette(press: Event) {
    if (!isLoaded) keepTyping()
    setCall(press)
  }

  useEffect(() => {
    if (isLoaded || !isWanted) return
    const load = async () => {
      if (!call) await contentReady()
      const loaded = await import('./shortcuts.tsx')
      setShortcuts(() => loaded.Shortcuts)
    }
    // The page works without them.
    load().catch(() => void takeTyped())
  }, [isLoaded, isWanted, call])

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isFindKey(event)) return
    event.preventDefault()
    callPalette(event)
  })

  // From the first paint on: an effect that runs later would miss a key pressed at once.
  useLayoutEffect(() => {
    if (isLoaded) return
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isLoaded])

  const dialog = Shortcuts && (
    <ErrorBoundary fallback={null}>
      <Shortcuts call={call} />
    </ErrorBoundary>
  )
  return { callPalette, dialog }
}
