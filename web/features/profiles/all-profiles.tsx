import { useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { errorsOf, loadStatus } from '../../app/api/results.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { Failure } from '../../ui/failure.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { LoadMore } from '../../ui/lists/paged-list.tsx'
import { ErrorBoundary } from '../../ui/routing/error-boundary.tsx'
import { useIsReturn } from '../../ui/routing/route-change.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useLazyProfilesQuery, useProfilesQuery } from './profile-api.ts'
import { ProfileCard } from './profile-card.tsx'

type Props = { columns: 1 | 2 }

export function AllProfiles(props: Props) {
  return <Profiles key={useLocation().key} {...props} />
}

function Profiles({ columns }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const profiles = useAppSelector((state) => state.profile.profiles)
  const next = useAppSelector((state) => state.profile.nextProfiles)
  const isReturn = useIsReturn()
  const isKnown = profiles.length > 0
  const [isKept] = useState(isReturn && isKnown)
  const query = useProfilesQuery(undefined, { skip: isKept })
  const [loadPage] = useLazyProfilesQuery()
  const status = isKept ? 'ready' : loadStatus(query)
  return (
    <>
      {status === 'loading' && !isKnown && <Spinner />}
      {(status === 'failed' || status === 'missing') && !isKnown && (
        <Failure msg="Couldn't load profiles." onRetry={query.refetch} />
      )}
      {status === 'ready' && !isKnown && (
        <Empty command="ls developers/">
          <p>No profiles found...</p>
        </Empty>
      )}
      {isKnown && (
        <ul
          ref={list}
          className={`grid border-t border-line ${columns === 2 ? 'columns:grid-cols-2 columns:gap-x-8' : ''}`}
        >
          {profiles.map((profile) => (
            <li
              key={profile._id}
              data-item={profile._id}
              tabIndex={-1}
              className="skip-offscreen border-b border-line py-5"
            >
              <ErrorBoundary fallback={<p className="text-muted">This profile can't be shown.</p>}>
                <ProfileCard profile={profile} />
              </ErrorBoundary>
            </li>
          ))}
        </ul>
      )}
      {next && isKnown && <LoadMore list={list} load={() => errorsOf(loadPage({ cursor: next }))} />}
    </>
  )
}
