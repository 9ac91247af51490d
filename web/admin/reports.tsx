import { useRef, useState } from 'react'
import type { Report } from '../../contract/moderation.ts'
import { call, callOnly, callPage } from '../client.ts'
import { Quoted } from '../moderation/quoted.tsx'
import { ReasonForm } from '../moderation/reason-form.tsx'
import { submit } from '../outcome.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { focusOnEntry } from '../ui/focus.ts'
import { Link } from '../ui/link.tsx'
import { Listed } from '../ui/listed.tsx'
import { Moment } from '../ui/moment.tsx'
import { usePagedList } from '../ui/use-paged-list.ts'

export function Reports() {
  const reports = usePagedList('reports', (sent) => callPage('GET /api/admin/reports', sent))
  return (
    <section>
      <h2 className="sr-only">Reports</h2>
      <Listed of={reports} empty="Nothing was reported.">
        {(report) => <Entry report={report} onChange={reports.replace} />}
      </Listed>
    </section>
  )
}

function Entry({ report, onChange }: { report: Report; onChange: (report: Report) => void }) {
  const { _id, date, post, comment, user, text, removed, reporter, reason, resolved } = report
  const place = useRef<HTMLElement>(null)
  const [asked, setAsked] = useState<'removal' | 'note'>()
  const what = comment ? 'a comment' : post ? 'a post' : 'the person'

  function endForm() {
    const moveFocus = focusOnEntry(place.current)
    setAsked(undefined)
    moveFocus()
  }

  const changeTo = (changed: Report) => {
    endForm()
    onChange(changed)
  }

  const resolve = (note: string) =>
    submit(
      call('PUT /api/admin/reports/:id', { params: { id: _id }, body: { resolved: true, note } }),
      changeTo,
      () => {},
    )

  const takeOut = (reason: string) =>
    submit(
      callOnly('POST /api/admin/removals', { body: { post, comment, reason } }),
      () => changeTo({ ...report, removed: true }),
      () => {},
    )

  return (
    <article ref={place} className={resolved ? 'text-muted' : ''}>
      <p>
        {!resolved && (
          <span className="mr-2 rounded-md bg-fresh-soft px-2 py-0.5 text-sm text-fresh">Open</span>
        )}
        <bdi className="font-semibold">{reporter.name}</bdi> reported {what}
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
      {removed && <p className="mt-1 text-sm">It has been removed.</p>}
      <div className="mt-2 -ml-3 flex flex-wrap gap-1">
        {post && !removed && (
          <ButtonLink to={`/posts/${post}`} look="quiet" size="small">
            In context
          </ButtonLink>
        )}
        {!resolved && !asked && (
          <Button look="quiet" size="small" onClick={() => setAsked('note')}>
            Resolve…
          </Button>
        )}
        {post && !removed && !asked && (
          <Button look="quiet-danger" size="small" onClick={() => setAsked('removal')}>
            Remove…
          </Button>
        )}
      </div>
      {asked === 'note' && (
        <ReasonForm
          label="What was done?"
          hint="Optional. Moderators see it here and in the log."
          action="Resolve"
          isOptional
          send={resolve}
          onEnd={endForm}
        />
      )}
      {asked === 'removal' && (
        <ReasonForm
          label="Why is it removed?"
          hint="Its author is told this."
          action="Remove"
          isDanger
          send={takeOut}
          onEnd={endForm}
        />
      )}
    </article>
  )
}
