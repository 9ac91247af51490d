import type { Removal } from '../../contract/moderation.ts'
import { callOnly, callPage } from '../client.ts'
import { Quoted } from '../moderation/quoted.tsx'
import { submit } from '../outcome.ts'
import { Button } from '../ui/button.tsx'
import { FailureLine } from '../ui/failure.tsx'
import { focusAfterRemoval } from '../ui/focus.ts'
import { Listed } from '../ui/listed.tsx'
import { Moment } from '../ui/moment.tsx'
import { useAction } from '../ui/use-action.ts'
import { usePagedList } from '../ui/use-paged-list.ts'

/** What moderators have taken out, which can be brought back. */
export function Removals() {
  const removals = usePagedList('removals', (sent) => callPage('GET /api/admin/removals', sent))
  return (
    <section>
      <h2 className="sr-only">Removed</h2>
      <Listed of={removals} empty="Nothing is removed.">
        {(removal) => <Entry removal={removal} onReturned={() => removals.remove(removal._id)} />}
      </Listed>
    </section>
  )
}

function Entry({ removal, onReturned }: { removal: Removal; onReturned: () => void }) {
  const { _id, date, comment, text, reason, author, by } = removal
  const { pending, failure, run } = useAction()

  async function bringBack(button: Element) {
    const moveFocus = focusAfterRemoval(button)
    const returned = callOnly('DELETE /api/admin/removals/:id', { params: { id: _id } })
    if (await run(() => submit(returned, onReturned, () => {}))) moveFocus()
  }

  return (
    <article>
      <p>
        <bdi className="font-semibold">{by}</bdi> removed a {comment ? 'comment' : 'post'} by{' '}
        <bdi className="font-semibold">{author.name}</bdi>{' '}
        <span className="text-sm text-muted">
          <Moment date={date} />
        </span>
      </p>
      <p className="mt-1">{reason}</p>
      {text !== null && <Quoted text={text} />}
      <Button
        look="quiet"
        size="small"
        pending={pending}
        onClick={(event) => bringBack(event.currentTarget)}
        className="mt-2 -ml-3"
      >
        Bring back
      </Button>
      <FailureLine msg={failure} />
    </article>
  )
}
