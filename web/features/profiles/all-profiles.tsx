import { useRef } from 'react'
import { useLocation } from 'react-router'
import { useAppDispatch, useAppSelector } from '../../app/state/store.ts'
import { Failure } from '../../ui/failure.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { LoadMore } from '../../ui/lists/paged-list.tsx'
import { useLoad } from '../../ui/lists/use-load.ts'
import { ErrorBoundary } from '../../ui/routing/error-boundary.tsx'
import { useIsReturn } from '../../ui/routing/route-change.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { loadMoreProfiles, loadProfiles } from './profile-calls.ts'
import { ProfileCard } from './profile-card.tsx'

export function AllProfiles({ columns }: { columns: 1 | 2 }) {
  const dispatch = useAppDispatch()
  const visit = useLocation().key
  const list = useRef<HTMLUListElement>(null)
  const profiles = useAppSelector((state) => state.profile.profiles)
  const hasMore = useAppSelector((state) => state.profile.nextProfiles !== null)
  const isReturn = useIsReturn()
  const isKnown = profiles.length > 0
  const { status, retry } = useLoad(visit, async (signal) =>
    isReturn && isKnown ? 'ready' : dispatch(loadProfiles(signal)),
  )
  return (
    <>
      {status === 'loading' && !isKnown && <Spinner />}
      {(status === 'failed' || status === 'missing') && !isKnown && (
        <Failure msg="Couldn't load profiles." onRetry={retry} />
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
      {hasMore && isKnown && <LoadMore list={list} load={() => dispatch(loadMoreProfiles())} />}
    </>
  )
}
