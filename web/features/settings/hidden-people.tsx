import { useRef } from 'react'
import { Link } from 'react-router'
import { useAppDispatch, useAppSelector } from '../../app/state/store.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { focusAfterRemoval } from '../../ui/lists/focus.ts'
import { CountedList } from '../../ui/lists/paged-list.tsx'
import { showPerson } from '../accounts/blocks/block-api.ts'
import { usePerson } from '../accounts/people/people-api.ts'

export function HiddenPeople() {
  const user = useAppSelector((state) => state.auth.user)
  return (
    <section>
      <h2 className="text-lg font-semibold">Muted and blocked people</h2>
      <p className="mt-1 text-muted">
        You don't see posts and comments from these people. People you block also can't comment on your posts,
        mention you or follow you.
      </p>
      <CountedList heading="Muted" empty="No one" items={user?.muted ?? []}>
        {(id) => <HiddenPerson key={id} id={id} kind="muted" />}
      </CountedList>
      <CountedList heading="Blocked" empty="No one" items={user?.blocked ?? []}>
        {(id) => <HiddenPerson key={id} id={id} kind="blocked" />}
      </CountedList>
    </section>
  )
}

function HiddenPerson({ id, kind }: { id: string; kind: 'muted' | 'blocked' }) {
  const dispatch = useAppDispatch()
  const item = useRef<HTMLLIElement>(null)
  const { person, isLoading } = usePerson(id)
  const { pending, run } = useAction()
  const name = person?.name ?? (isLoading ? '…' : 'Unavailable account')

  async function lift() {
    const moveFocus = focusAfterRemoval(item.current)
    if (await run(() => dispatch(showPerson(kind, id)))) moveFocus()
  }

  return (
    <li ref={item} data-item={id} tabIndex={-1} className="flex items-center gap-3 py-2">
      <Avatar id={id} name={person?.name ?? ''} src={person?.avatar ?? ''} size="small" />
      <Link to={`/profile/${id}`} className="min-w-0 truncate py-0.5 font-medium hover:underline">
        <bdi>{name}</bdi>
      </Link>
      <Button variant="quiet" size="small" pending={pending} onClick={lift} className="ml-auto">
        {kind === 'muted' ? 'Unmute' : 'Unblock'}
        <span className="sr-only"> {person?.name}</span>
      </Button>
    </li>
  )
}
