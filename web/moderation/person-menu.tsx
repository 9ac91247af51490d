import { type ReactNode, useRef } from 'react'
import { hidePerson } from '../blocks/block-calls.ts'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { focusAfterRemoval } from '../ui/focus.ts'
import { Menu } from '../ui/menu.tsx'

type Props = {
  /** What the menu is about, in words. */
  what: 'post' | 'comment' | 'person'
  person: { _id: string; name: string }
  /** Places the menu. */
  children: (menu: ReactNode) => ReactNode
}

/** What one can do about someone else, or about what they wrote; nothing where the server knows no roles. */
export function PersonMenu({ what, person, children }: Props) {
  const dispatch = useAppDispatch()
  const user = useAppSelector((state) => state.auth.user)
  const place = useRef<HTMLSpanElement>(null)
  if (!user?.role || user._id === person._id) return children(null)

  async function hide(kind: 'muted' | 'blocked') {
    const moveFocus = focusAfterRemoval(place.current)
    const errors = await dispatch(hidePerson(kind, person))
    if (errors.length === 0) moveFocus()
  }

  const items = [
    ...(user.muted?.includes(person._id)
      ? []
      : [{ text: `Mute ${person.name}`, onChoose: () => hide('muted') }]),
    ...(user.blocked?.includes(person._id)
      ? []
      : [{ text: `Block ${person.name}`, onChoose: () => hide('blocked') }]),
  ]
  if (items.length === 0) return children(null)
  return children(
    <span ref={place}>
      <Menu label={`More about this ${what}`} items={items} />
    </span>,
  )
}
