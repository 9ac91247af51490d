import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { ErrorBoundary } from '../ui/error-boundary.tsx'

/** When the palette is loaded, in milliseconds after the keys. */
const DELAY = 1_000

type PaletteComponent = ComponentType<{ onClose: () => void }>
let loaded: PaletteComponent | undefined

async function load(): Promise<PaletteComponent> {
  loaded = (await import('./palette.tsx')).Palette
  return loaded
}

/** Once the palette is loaded, it opens within the event of its key, so that no letter that is typed next is lost. */
export function usePalette(): { open: () => void; shown: ReactNode } {
  const [Palette, setPalette] = useState<PaletteComponent>()
  const show = (next: PaletteComponent) => setPalette(() => next)

  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => {}), DELAY)
    return () => clearTimeout(timer)
  }, [])

  return {
    open: () => (loaded ? show(loaded) : void load().then(show, console.warn)),
    shown: Palette && (
      <ErrorBoundary fallback={null}>
        <Palette onClose={() => setPalette(undefined)} />
      </ErrorBoundary>
    ),
  }
}
