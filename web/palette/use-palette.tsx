import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { keepTyping, takeTyped } from './early-typing.ts'

/** When the palette is loaded, in milliseconds after the keys. */
const DELAY = 1_000

type PaletteComponent = ComponentType<{ onClose: () => void }>
let loaded: PaletteComponent | undefined

async function load(): Promise<PaletteComponent> {
  loaded = (await import('./palette.tsx')).Palette
  return loaded
}

/**
 * Once the palette is loaded, it opens within the event of its key, so that no letter that is typed next is lost. Until
 * then they are kept for it.
 */
export function usePalette(): { open: () => void; shown: ReactNode } {
  const [Palette, setPalette] = useState<PaletteComponent>()
  const show = (next: PaletteComponent) => setPalette(() => next)

  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => {}), DELAY)
    return () => clearTimeout(timer)
  }, [])

  function open() {
    if (loaded) return show(loaded)
    keepTyping()
    load().then(show, () => void takeTyped())
  }

  return {
    open,
    shown: Palette && (
      <ErrorBoundary fallback={null}>
        <Palette onClose={() => setPalette(undefined)} />
      </ErrorBoundary>
    ),
  }
}
