import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAppSelector } from '../store.ts'
import { scrollMemory } from '../ui/route-change.tsx'
import { WRITE } from '../ui/write-hash.ts'
import { controlFor, focusedEntry, moveFocus } from './entries.ts'
import { pressedKey } from './pressed-key.ts'
import { areShortcutsOn } from './setting.ts'
import { ShortcutDialog } from './shortcut-dialog.tsx'

/** How long the second key may take after `g`, in milliseconds. */
const PATIENCE = 1_500

const PLACES: Record<string, string> = { p: '/posts', d: '/dashboard', n: '/notifications' }

/** Listens to single keys, on every page. */
export function Shortcuts() {
  const navigate = useNavigate()
  const { key: visit, pathname, search } = useLocation()
  const isMember = useAppSelector((state) => state.auth.isAuthenticated === true)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const goingUntil = useRef(0)

  function go(to: string) {
    scrollMemory.save(visit, pathname + search)
    navigate(to)
  }

  /** In the feed a reply is written on the page of the post; there, below the post or the comment. */
  function reply() {
    const control = controlFor('r')
    if (control instanceof HTMLAnchorElement) go(control.pathname + WRITE)
    else if (control) control.click()
    else if (pathname !== '/posts') document.querySelector<HTMLElement>('#main textarea[name=text]')?.focus()
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = pressedKey(event)
    if (key === undefined || !areShortcutsOn()) return
    const place = event.timeStamp < goingUntil.current && isMember ? PLACES[key] : undefined
    goingUntil.current = key === 'g' ? event.timeStamp + PATIENCE : 0
    if (place) go(place)
    else if (key === 'j') moveFocus(1)
    else if (key === 'k') moveFocus(-1)
    else if (key === 'l' && !event.repeat) controlFor('l')?.click()
    else if (key === 'o') focusedEntry()?.querySelector<HTMLElement>('a[data-key=r]')?.click()
    else if (key === 'r') reply()
    else if (key === '?') setHelpOpen(true)
    else return
    event.preventDefault()
  })

  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  return isHelpOpen && <ShortcutDialog onClose={() => setHelpOpen(false)} />
}
