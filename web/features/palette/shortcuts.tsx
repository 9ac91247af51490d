import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useAppSelector } from '../../app/state/store.ts'
import { ErrorBoundary } from '../../ui/routing/error-boundary.tsx'
import { useGo, WRITE } from '../../ui/routing/use-go.ts'
import { areShortcutsOn, isFindKey, pressedKey } from './keys.ts'
import { ShortcutDialog } from './shortcut-list.tsx'

const PATIENCE = 1_500

const PLACES: Record<string, string> = { p: '/posts', d: '/dashboard', n: '/notifications' }

export function Shortcuts({ openEvent }: { openEvent: Event | undefined }) {
  const go = useGo()
  const { pathname } = useLocation()
  const isMember = useAppSelector((state) => state.auth.isAuthenticated === true)
  const palette = usePalette()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const goingUntil = useRef(0)

  /** In the feed, replies are written on the page of the post. */
  function reply() {
    const control = controlFor('r')
    if (control instanceof HTMLAnchorElement) go(control.pathname + WRITE)
    else if (control) control.click()
    else if (pathname !== '/posts') document.querySelector<HTMLElement>('#main textarea[name=text]')?.focus()
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isFindKey(event)) {
      event.preventDefault()
      if (!event.repeat) palette.open()
      return
    }
    const key = pressedKey(event)
    if (key === undefined || !areShortcutsOn()) return
    const place = event.timeStamp < goingUntil.current && isMember ? PLACES[key] : undefined
    goingUntil.current = key === 'g' ? event.timeStamp + PATIENCE : 0
    if (place) go(place)
    else if (key === 'j') moveFocus(1)
    else if (key === 'k') moveFocus(-1)
    else if (key === 'l' && !event.repeat) controlFor('l')?.click()
    else if (key === 'o') focusedItem()?.querySelector<HTMLElement>('a[data-key=r]')?.click()
    else if (key === 'r') reply()
    else if (key === '?') setHelpOpen(true)
    else return
    event.preventDefault()
  })

  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  const openPalette = useEffectEvent(palette.open)

  useEffect(() => {
    if (openEvent) openPalette()
  }, [openEvent])

  return (
    <>
      {palette.dialog}
      {isHelpOpen && <ShortcutDialog onClose={() => setHelpOpen(false)} />}
    </>
  )
}

const PALETTE_DELAY = 1_000

type PaletteComponent = ComponentType<{ onClose: () => void }>
let loaded: PaletteComponent | undefined

async function load(): Promise<PaletteComponent> {
  loaded = (await import('./palette.tsx')).Palette
  return loaded
}

/** Opens within the event of its key, so that no letter is lost. */
function usePalette(): { open: () => void; dialog: ReactNode } {
  const [Palette, setPalette] = useState<PaletteComponent>()
  const show = (next: PaletteComponent) => setPalette(() => next)

  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => {}), PALETTE_DELAY)
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

const BAR_HEIGHT = 56

const items = () => [...document.querySelectorAll<HTMLElement>('#main [data-item]')]

function focusedItem(): HTMLElement | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-item]') ?? undefined
}

function moveFocus(step: 1 | -1): void {
  const all = items()
  const current = focusedItem()
  const next = current ? all[all.indexOf(current) + step] : all.find(isInSight)
  if (next) show(next)
  else if (step === 1) document.querySelector<HTMLElement>('#main [data-key=more]')?.click()
}

const isInSight = (item: HTMLElement) => item.getBoundingClientRect().top >= BAR_HEIGHT

function show(item: HTMLElement): void {
  item.focus({ preventScroll: true })
  const isTall = item.offsetHeight > innerHeight - 2 * BAR_HEIGHT
  item.scrollIntoView({ block: isTall ? 'start' : 'nearest' })
}

function controlFor(key: string): HTMLElement | null | undefined {
  return focusedItem()?.querySelector<HTMLElement>(`[data-key=${key}]`)
}
