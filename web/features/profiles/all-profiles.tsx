import { useRef } from 'react'
import { useLocation } from 'react-router'
import { useAppDispatch, useAppSelector } from '../../app/state/store.ts'
import { Failure } from '../../ui/failure.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { LoadMore } from '../../ui/lists/load-more.tsx'
import { rememberedSize } from '../../ui/lists/scroll-memory.ts'
import { useGradualList } from '../../ui/lists/use-gradual-list.ts'
import { useLoad } from '../../ui/lists/use-load.ts'
import { ErrorBoundary } from '../../ui/routing/error-boundary.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { loadMoreProfiles, loadProfiles } from './profile-calls.ts'
import { ProfileCard } from './profile-card.tsx'

export function AllProfiles({ columns }: { columns: 1 | 2 }) {
  const dispatch = useAppDispatch()
  const visit = useLocation().key
  const list = useRef<HTMLUListElement>(null)
  const profiles = useAppSelector((state) => state.profile.profiles)
  const hasMore = useAppSelector((state) => state.profile.nextProfiles !== null)
  const { visible, isReturn } = useGradualList(profiles)
  const { status, retry } = useLoad(visit, async (signal) =>
    isReturn && profiles.length > 0 ? 'ready' : dispatch(loadProfiles(signal)),
  )
  const isKnown = profiles.length > 0
  return (
    <>
      {visible.length === 0 && (status === 'loading' || isKnown) && <Spinner />}
      {(status === 'failed' || status === 'missing') && !isKnown && (
        <Failure msg="Couldn't load profiles." onRetry={retry} />
      )}
      {status === 'ready' && !isKnown && (
        <Empty command="ls developers/">
          <p>No profiles found...</p>
        </Empty>
      )}
      {visible.length > 0 && (
        <ul
          ref={list}
          className={`grid border-t border-line ${columns === 2 ? 'columns:grid-cols-2 columns:gap-x-8' : ''}`}
        >
          {visible.map((profile) => (
            <li
              key={profile._id}
              data-item={profile._id}
              tabIndex={-1}
              style={rememberedSize(profile._id)}
              className="skip-offscreen border-b border-line py-5"
            >
              <ErrorBoundary fallback={<p className="text-muted">This profile can't be shown.</p>}>
                <ProfileCard profile={profile} />
              </ErrorBoundary>
            </li>
          ))}
        </ul>
      )}
      {hasMore && visible.length > 0 && <LoadMore list={list} load={() => dispatch(loadMoreProfiles())} />}
    </>
  )
}
