import { useRef, useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../app/state/store.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { focusAfterRemoval } from '../../ui/lists/focus.ts'
import { Link } from '../../ui/routing/link.tsx'
import { showPerson } from '../accounts/blocks/block-calls.ts'
import { usePerson } from '../accounts/people/use-person.ts'

const PAGE = 20

export function HiddenPeople() {
  const user = useAppSelector((state) => state.auth.user)
  return (
    <section>
      <h2 className="text-lg font-semibold">Muted and blocked people</h2>
      <p className="mt-1 text-muted">
        You don't see posts and comments from these people. People you block also can't comment on your posts,
        mention you or follow you.
      </p>
      <People kind="muted" heading="Muted" ids={user?.muted ?? []} />
      <People kind="blocked" heading="Blocked" ids={user?.blocked ?? []} />
    </section>
  )
}

type Kind = 'muted' | 'blocked'

function People({ kind, heading, ids }: { kind: Kind; heading: string; ids: string[] }) {
  const [limit, setLimit] = useState(PAGE)
  return (
    <>
      <h3 className="caption mt-4">
        {heading} <span className="font-mono font-normal">{ids.length}</span>
      </h3>
      {ids.length === 0 && <p className="text-muted">No one</p>}
      <ul className="divide-y divide-line">
        {ids.slice(0, limit).map((id) => (
          <HiddenPerson key={id} id={id} kind={kind} />
        ))}
      </ul>
      {ids.length > limit && (
        <Button variant="secondary" size="small" onClick={() => setLimit(limit + PAGE)} className="mt-2">
          Show more
        </Button>
      )}
    </>
  )
}

function HiddenPerson({ id, kind }: { id: string; kind: Kind }) {
  const dispatch = useAppDispatch()
  const item = useRef<HTMLLIElement>(null)
  const { person, isLoading } = usePerson(id, true)
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
