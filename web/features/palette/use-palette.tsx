import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { ErrorBoundary } from '../../ui/routing/error-boundary.tsx'

/** Milliseconds after the shortcuts have loaded. */
const DELAY = 1_000

type PaletteComponent = ComponentType<{ onClose: () => void }>
let loaded: PaletteComponent | undefined

async function load(): Promise<PaletteComponent> {
  loaded = (await import('./palette.tsx')).Palette
  return loaded
}

/** Opens within the event of its key, so that no letter is lost. */
export function usePalette(): { open: () => void; dialog: ReactNode } {
  const [Palette, setPalette] = useState<PaletteComponent>()
  const show = (next: PaletteComponent) => setPalette(() => next)

  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => {}), DELAY)
    return () => clearTimeout(timer)
  }, [])

  function open() {
    if (loaded) show(loaded)
    else load().then(show, () => {})
  }

  return {
    open,
    dialog: Palette && (
      <ErrorBoundary fallback={null}>
        <Palette onClose={() => setPalette(undefined)} />
      </ErrorBoundary>
    ),
  }
}
