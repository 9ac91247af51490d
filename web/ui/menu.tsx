import { Ellipsis } from 'lucide-react'
import {
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'

export type MenuItem = { text: string; isDanger?: boolean; onChoose: () => void }

type Opening = { items: MenuItem[]; start: 'first' | 'last' }

export function Menu({ label, items }: { label: string; items: () => MenuItem[] }) {
  const id = useId()
  const button = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<Opening>()

  function close(returnsFocus: boolean) {
    setOpened(undefined)
    if (returnsFocus) button.current?.querySelector('button')?.focus({ preventScroll: true })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpened({ items: items(), start: event.key === 'ArrowDown' ? 'first' : 'last' })
  }

  return (
    <div ref={button} className="inline-flex print:hidden">
      <Button
        variant="quiet"
        size="row"
        className="pointer-coarse:min-h-11"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={opened !== undefined}
        aria-controls={opened ? id : undefined}
        onClick={() => setOpened(opened ? undefined : { items: items(), start: 'first' })}
        onKeyDown={onKeyDown}
      >
        <Ellipsis size={18} aria-hidden="true" />
      </Button>
      {opened && <Opened {...{ id, label, button, close }} {...opened} />}
    </div>
  )
}

type OpenedProps = Opening & {
  id: string
  label: string
  button: { current: HTMLElement | null }
  close: (returnsFocus: boolean) => void
}

/** At the end of the document, because items of long lists clip overflow. */
function Opened({ id, label, items, button, start, close }: OpenedProps) {
  const menu = useRef<HTMLDivElement>(null)
  const options = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  const focusAt = (index: number) =>
    options()
      .at(index % items.length)
      ?.focus()

  const closeNow = useEffectEvent(close)
  // Also on scroll: browsers report a scroll to the button only after a key has opened the menu.
  const updatePosition = useEffectEvent(() => {
    const place = button.current?.getBoundingClientRect()
    if (!menu.current || !place) return
    if (place.bottom < 0 || place.top > innerHeight) {
      close(true)
      return
    }
    const { offsetWidth, offsetHeight, style } = menu.current
    const isRoomBelow = place.bottom + offsetHeight < innerHeight
    style.top = `${isRoomBelow ? place.bottom : place.top - offsetHeight}px`
    style.left = `${Math.max(8, place.right - offsetWidth)}px`
  })

  useLayoutEffect(() => {
    updatePosition()
    menu.current?.querySelector<HTMLElement>(`[role=menuitem]:${start}-child`)?.focus({ preventScroll: true })
  }, [start])

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const onPress = ({ target }: PointerEvent) => {
      const isInside =
        target instanceof Node && [menu, button].some(({ current }) => current?.contains(target))
      if (!isInside) closeNow(false)
    }
    addEventListener('pointerdown', onPress, { signal, capture: true })
    addEventListener('scroll', () => updatePosition(), { signal, capture: true, passive: true })
    addEventListener('resize', () => updatePosition(), { signal })
    return () => controller.abort()
  }, [button])

  function onKeyDown(event: KeyboardEvent) {
    const { key } = event
    const at = options().indexOf(document.activeElement as HTMLElement)
    const typed = key.length === 1 ? items.findIndex(({ text }) => startsWith(text, key)) : -1
    if (key === 'ArrowDown') focusAt(at + 1)
    else if (key === 'ArrowUp') focusAt(at - 1)
    else if (key === 'Home') focusAt(0)
    else if (key === 'End') focusAt(-1)
    else if (key === 'Escape' || key === 'Tab') close(true)
    else if (typed !== -1) focusAt(typed)
    else return
    if (key !== 'Tab') event.preventDefault()
  }

  return createPortal(
    <div
      ref={menu}
      id={id}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="appear fixed z-30 grid min-w-44 max-w-70 rounded-lg border border-line bg-surface p-1 shadow-lg"
    >
      {items.map(({ text, isDanger, onChoose }) => (
        <button
          key={text}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            close(true)
            onChoose()
          }}
          className={`min-h-9 truncate rounded-md px-3 text-left text-sm font-medium pointer-coarse:min-h-11 ${isDanger ? 'text-danger hover:bg-danger-soft' : 'hover:bg-sunken'}`}
        >
          {text}
        </button>
      ))}
    </div>,
    document.body,
  )
}

const startsWith = (text: string, key: string) => text.toLowerCase().startsWith(key.toLowerCase())
