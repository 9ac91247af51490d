import { useAppDispatch, useAppSelector } from '../../../app/state/store.ts'
import { Button } from '../../../ui/button.tsx'
import { useAction } from '../../../ui/forms/use-action.ts'
import { showPerson } from './block-api.ts'

export function HiddenNote({ person: { _id, name } }: { person: { _id: string; name: string } }) {
  const dispatch = useAppDispatch()
  const isBlocked = useAppSelector((state) => state.auth.user?.blocked?.includes(_id) ?? false)
  const { pending, run } = useAction()
  const kind = isBlocked ? 'blocked' : 'muted'
  return (
    <aside className="card flex flex-wrap items-center justify-between gap-4 bg-sunken p-4 print:hidden">
      <p>
        You've {kind} <bdi>{name}</bdi>, so their posts are hidden.
      </p>
      <Button
        variant="secondary"
        size="small"
        pending={pending}
        onClick={() => run(() => dispatch(showPerson(kind, _id)))}
      >
        {isBlocked ? 'Unblock' : 'Unmute'}
      </Button>
    </aside>
  )
}
