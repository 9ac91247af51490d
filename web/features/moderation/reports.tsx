import { useRef, useState } from 'react'
import type { Report } from '../../../contract/moderation.ts'
import { errorsOf } from '../../app/state/api.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { focusOnEntry } from '../../ui/lists/focus.ts'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { usePages } from '../../ui/lists/use-pages.ts'
import { Moment } from '../../ui/moment.tsx'
import { Link } from '../../ui/routing/link.tsx'
import { ReasonForm } from '../posts/menu/reason-form.tsx'
import { useRemoveReportedMutation, useReportsInfiniteQuery, useResolveReportMutation } from './admin-api.ts'
import { Quoted } from './quoted.tsx'

export function Reports() {
  const query = useReportsInfiniteQuery()
  const reports = usePages(query)
  return (
    <section>
      <h2 className="sr-only">Reports</h2>
      <PagedList pages={reports} empty="No reports">
        {(report) => <Item report={report} />}
      </PagedList>
    </section>
  )
}

function Item({ report }: { report: Report }) {
  const { _id, date, post, comment, user, text, removed, reporter, reason, resolved } = report
  const place = useRef<HTMLElement>(null)
  const [asked, setAsked] = useState<'removal' | 'note'>()
  const [resolveReport] = useResolveReportMutation()
  const [removeReported] = useRemoveReportedMutation()
  const noun = comment ? 'a comment' : post ? 'a post' : 'the person'

  function endForm() {
    const moveFocus = focusOnEntry(place.current)
    setAsked(undefined)
    moveFocus()
  }

  async function endFormAfter(change: Promise<{ error?: unknown }>) {
    const errors = await errorsOf(change)
    if (errors.length === 0) endForm()
    return errors
  }

  return (
    <article ref={place} className={resolved ? 'text-muted' : ''}>
      <p>
        {!resolved && (
          <span className="mr-2 rounded-md bg-fresh-soft px-2 py-0.5 text-sm text-fresh">Open</span>
        )}
        <bdi className="font-semibold">{reporter.name}</bdi> reported {noun}
        {post && ' by'}{' '}
        <Link to={`/profile/${user._id}`} className="font-semibold hover:underline">
          <bdi>{user.name}</bdi>
        </Link>
        <span className="ml-2 text-sm text-muted">
          <Moment date={date} />
        </span>
      </p>
      <p className="mt-1">{reason}</p>
      {text !== null && <Quoted text={text} />}
      {resolved && (
        <p className="mt-1 text-sm">
          Resolved by <bdi>{report.resolvedBy ?? 'someone'}</bdi>
          {report.note && `: ${report.note}`}
        </p>
      )}
      {removed && <p className="mt-1 text-sm">Removed</p>}
      <div className="mt-2 -ml-3 flex flex-wrap gap-1">
        {post && !removed && (
          <ButtonLink to={`/posts/${post}`} variant="quiet" size="small">
            View in context
          </ButtonLink>
        )}
        {!resolved && !asked && (
          <Button variant="quiet" size="small" onClick={() => setAsked('note')}>
            Resolve…
          </Button>
        )}
        {post && !removed && !asked && (
          <Button variant="quiet-danger" size="small" onClick={() => setAsked('removal')}>
            Remove…
          </Button>
        )}
      </div>
      {asked === 'note' && (
        <ReasonForm
          label="Note"
          hint="Optional. Moderators see it here and in the log."
          action="Resolve"
          isOptional
          send={(note) => endFormAfter(resolveReport({ id: _id, note }))}
          onEnd={endForm}
        />
      )}
      {asked === 'removal' && (
        <ReasonForm
          label="Reason"
          hint="The author will see this reason."
          action="Remove"
          isDanger
          send={(reason) => endFormAfter(removeReported({ report, reason }))}
          onEnd={endForm}
        />
      )}
    </article>
  )
}
