import { useState } from 'react'
import type { FieldError } from '../../../../contract/errors.ts'
import type { Version } from '../../../../contract/markdown.ts'
import { useAppDispatch } from '../../../app/state/store.ts'
import { Button } from '../../../ui/button.tsx'
import { formatAge } from '../../../ui/dates.ts'
import { Failure, FailureLine } from '../../../ui/failure.tsx'
import { LoadMore } from '../../../ui/lists/paged-list.tsx'
import { usePages } from '../../../ui/lists/use-pages.ts'
import { Moment } from '../../../ui/moment.tsx'
import { SpinnerImage } from '../../../ui/spinner.tsx'
import { Prose } from '../../markdown/prose.tsx'
import { Changes } from './changes.tsx'
import { saveEdit, type Target, useVersions } from './edit-api.ts'

type ListedVersion = Version & { _id: string }

type Props = {
  target: Target
  isMine: boolean
}

export function History({ target, isMine }: Props) {
  const { items, status, retry, list, hasMore, loadMore } = usePages<ListedVersion, HTMLOListElement>(
    useVersions(target),
  )
  const current = items[0]?.version
  return (
    <section aria-label="History" className="card my-2 px-3">
      {status === 'loading' && items.length === 0 && <SpinnerImage className="my-3 size-6" />}
      {status === 'failed' && items.length === 0 && (
        <div className="py-3">
          <Failure msg="Couldn't load the history." onRetry={retry} />
        </div>
      )}
      <ol ref={list} reversed className="divide-y divide-line">
        {items.map((item) => (
          <li key={item._id} tabIndex={-1} className="py-3">
            <VersionItem item={item} target={target} current={current} isMine={isMine} onMissed={retry} />
          </li>
        ))}
      </ol>
      {hasMore && <LoadMore list={list} load={loadMore} />}
    </section>
  )
}

type VersionProps = {
  item: Version
  target: Target
  current: number | undefined
  isMine: boolean
  onMissed: () => void
}

function VersionItem({ item, target, current, isMine, onMissed }: VersionProps) {
  const dispatch = useAppDispatch()
  const [isOpen, setOpen] = useState(false)
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState<FieldError[]>([])
  const isCurrent = item.version === current

  async function restore() {
    if (current === undefined) return
    setPending(true)
    const { errors, isConflict } = await dispatch(saveEdit(target, item.text, current))
    setErrors(errors)
    setPending(false)
    if (isConflict) onMissed()
  }

  return (
    <>
      <div className="mb-1 flex min-h-9 flex-wrap items-center gap-x-3 text-sm">
        <h3 className="font-mono">Version {item.version}</h3>
        <p className="text-muted">
          <Moment date={item.date} /> <span className="ml-1">{formatAge(item.date)}</span>
          {isCurrent && <span className="ml-2 rounded-md bg-sunken px-2 py-0.5">current</span>}
        </p>
        {isMine && !isCurrent && (
          <Button variant="quiet" size="action" pending={pending} onClick={restore} className="-mr-2 ml-auto">
            Restore
          </Button>
        )}
      </div>
      {item.changes.length > 0 ? (
        <>
          <Changes changes={item.changes} />
          <details className="mt-1 text-sm" onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary className="w-fit rounded py-1 text-muted hover:text-ink">Full text</summary>
            {isOpen && <Prose text={item.text} html={item.html} className="mt-1 text-post" />}
          </details>
        </>
      ) : (
        <Prose text={item.text} html={item.html} className="text-post" />
      )}
      <FailureLine msg={errors[0]?.msg} />
    </>
  )
}
