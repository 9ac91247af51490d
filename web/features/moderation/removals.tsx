import type { Removal } from '../../../contract/moderation.ts'
import { errorsOf } from '../../app/api/results.ts'
import { Button } from '../../ui/button.tsx'
import { FailureLine } from '../../ui/failure.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { focusAfterRemoval } from '../../ui/lists/focus.ts'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { usePages } from '../../ui/lists/use-pages.ts'
import { Moment } from '../../ui/moment.tsx'
import { useRemovalsInfiniteQuery, useRestoreMutation } from './moderation-api.ts'
import { Quotation } from './quotation.tsx'

export function Removals() {
  const query = useRemovalsInfiniteQuery()
  const removals = usePages(query)
  return (
    <section>
      <h2 className="sr-only">Removed</h2>
      <PagedList pages={removals} empty="Nothing removed">
        {(removal) => <Item removal={removal} />}
      </PagedList>
    </section>
  )
}

function Item({ removal }: { removal: Removal }) {
  const [sendRestore] = useRestoreMutation()
  const { _id, date, comment, text, reason, author, by } = removal
  const { pending, failure, run } = useAction()

  async function restore(button: Element) {
    const moveFocus = focusAfterRemoval(button)
    if (await run(() => errorsOf(sendRestore({ params: { id: _id } })))) moveFocus()
  }

  return (
    <article className="max-w-160">
      <p>
        <bdi className="font-semibold">{by}</bdi> removed a {comment ? 'comment' : 'post'} by{' '}
        <bdi className="font-semibold">{author.name}</bdi>{' '}
        <span className="text-sm text-muted">
          <Moment date={date} />
        </span>
      </p>
      <p className="mt-1">{reason}</p>
      {text !== null && <Quotation text={text} />}
      <Button
        variant="quiet"
        size="small"
        pending={pending}
        onClick={(event) => restore(event.currentTarget)}
        className="mt-2 -ml-3"
      >
        Restore
      </Button>
      <FailureLine msg={failure} />
    </article>
  )
}
