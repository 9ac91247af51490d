import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Report } from '../../../contract/moderation.ts'
import { errorsOf, fieldErrors } from '../../app/api/results.ts'
import { useAppDispatch } from '../../app/state/store.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { focusOnItem } from '../../ui/lists/focus.ts'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { usePages } from '../../ui/lists/use-pages.ts'
import { Moment } from '../../ui/moment.tsx'
import { plural } from '../../ui/plural.ts'
import { ReasonForm } from '../posts/menu/reason-form.tsx'
import {
  replaceReport,
  useRemoveContentMutation,
  useReportsInfiniteQuery,
  useResolveReportMutation,
} from './moderation-api.ts'
import { Quotation } from './quotation.tsx'

type Group = { _id: string; first: Report; reports: Report[] }

function groupReports(reports: Report[]): Group[] {
  const groups = Map.groupBy(
    reports,
    ({ resolved, comment, post, user, url }) => `${resolved} ${comment ?? post ?? user?._id ?? url}`,
  )
  return [...groups.values()].flatMap((reports) => {
    const [first] = reports
    return first ? { _id: first._id, first, reports } : []
  })
}

export function Reports() {
  const query = useReportsInfiniteQuery()
  const pages = usePages(query)
  return (
    <section>
      <h2 className="sr-only">Reports</h2>
      <PagedList pages={{ ...pages, items: groupReports(pages.items) }} empty="No reports">
        {(group) => <Item group={group} />}
      </PagedList>
    </section>
  )
}

function Item({ group: { first, reports } }: { group: Group }) {
  const { post, comment, user, url, text, resolved } = first
  const removed = reports.some(({ removed }) => removed)
  const place = useRef<HTMLElement>(null)
  const resolvedSoFar = useRef(new Map<string, Report>())
  const dispatch = useAppDispatch()
  const [asked, setAsked] = useState<'removal' | 'note'>()
  const [resolveReport] = useResolveReportMutation()
  const [removeContent] = useRemoveContentMutation()

  function endForm() {
    const moveFocus = focusOnItem(place.current)
    setAsked(undefined)
    moveFocus()
  }

  /** The list changes at the end, because a report that is resolved moves to another group. */
  async function resolveAll(note: string) {
    for (const { _id } of reports.filter(({ _id }) => !resolvedSoFar.current.has(_id))) {
      const { data, error } = await resolveReport({ params: { id: _id }, body: { resolved: true, note } })
      if (!data) return fieldErrors(error)
      resolvedSoFar.current.set(_id, data)
    }
    for (const report of resolvedSoFar.current.values()) dispatch(replaceReport(report))
    endForm()
    return []
  }

  async function remove(reason: string) {
    const errors = await errorsOf(removeContent({ body: { post, comment, reason } }))
    if (errors.length > 0) return errors
    dispatch(replaceReport({ ...first, removed: true }))
    endForm()
    return []
  }

  return (
    <article ref={place} className={`max-w-160 ${resolved ? 'text-muted' : ''}`}>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span>
          {comment ? 'Comment by ' : post ? 'Post by ' : ''}
          {user && (
            <Link to={`/profile/${user._id}`} className="font-semibold hover:underline">
              <bdi>{user.name}</bdi>
            </Link>
          )}
          {url && (
            <a href={url} className="font-semibold [overflow-wrap:anywhere] hover:underline">
              {url}
            </a>
          )}
        </span>
        <span
          className={`rounded-md px-2 py-0.5 text-sm ${resolved ? 'bg-sunken' : 'bg-fresh-soft text-fresh'}`}
        >
          {plural(reports.length, 'report')}
        </span>
        {removed && <span className="text-sm">Removed</span>}
      </p>
      {text !== null && <Quotation text={text} />}
      <ul className="mt-2 grid gap-1">
        {reports.map(({ _id, reporter, email, reason, date }) => (
          <li key={_id}>
            <bdi className="font-semibold">{reporter?.name ?? email ?? 'A visitor'}</bdi>: {reason}{' '}
            <span className="text-sm text-muted">
              <Moment date={date} />
            </span>
          </li>
        ))}
      </ul>
      {resolved && (
        <p className="mt-1 text-sm">
          Resolved by <bdi>{first.resolvedBy ?? 'someone'}</bdi>
          {first.note && `: ${first.note}`}
        </p>
      )}
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
          send={resolveAll}
          onEnd={endForm}
        />
      )}
      {asked === 'removal' && (
        <ReasonForm
          label="Reason"
          hint="The author will see this reason."
          action="Remove"
          isDanger
          send={remove}
          onEnd={endForm}
        />
      )}
    </article>
  )
}
