import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useAppSelector } from '../../../app/state/store.ts'
import { useGo } from '../../../ui/routing/use-go.ts'
import { WRITE } from '../../../ui/routing/write-hash.ts'
import { isFindKey } from '../keyboard/find-key.ts'
import { pressedKey } from '../keyboard/pressed-key.ts'
import { areShortcutsOn } from '../keyboard/setting.ts'
import { usePalette } from '../use-palette.tsx'
import { controlFor, focusedItem, moveFocus } from './list-focus.ts'
import { ShortcutDialog } from './shortcut-dialog.tsx'

/** For the second key after `g`, in milliseconds. */
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
