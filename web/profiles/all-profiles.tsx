import { useRef } from 'react'
import { useLocation } from 'react-router'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { Empty } from '../ui/empty.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Failure } from '../ui/failure.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { rememberedSize } from '../ui/scroll-memory.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useGradualList } from '../ui/use-gradual-list.ts'
import { useLoad } from '../ui/use-load.ts'
import { loadMoreProfiles, loadProfiles } from './profile-calls.ts'
import { ProfileEntry } from './profile-entry.tsx'

export function AllProfiles({ columns }: { columns: 1 | 2 }) {
  const dispatch = useAppDispatch()
  const visit = useLocation().key
  const list = useRef<HTMLUListElement>(null)
  const profiles = useAppSelector((state) => state.profile.profiles)
  const hasMore = useAppSelector((state) => state.profile.nextProfiles !== null)
  const { shown, isReturn } = useGradualList(profiles)
  const { status, retry } = useLoad(visit, async (signal) =>
    isReturn && profiles.length > 0 ? 'ready' : dispatch(loadProfiles(signal)),
  )
  const isKnown = profiles.length > 0
  return (
    <>
      {status === 'loading' && !isKnown && <Spinner />}
      {(status === 'failed' || status === 'missing') && !isKnown && (
        <Failure msg="The developers could not be loaded." onRetry={retry} />
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
          {shown.map((profile) => (
            <li
              key={profile._id}
              data-entry={profile._id}
              tabIndex={-1}
              style={rememberedSize(profile._id)}
              className="skip-offscreen border-b border-line py-5"
            >
              <ErrorBoundary fallback={<p className="text-muted">This profile cannot be shown.</p>}>
                <ProfileEntry profile={profile} />
              </ErrorBoundary>
            </li>
          ))}
        </ul>
      )}
      {hasMore && shown.length > 0 && <LoadMore list={list} load={() => dispatch(loadMoreProfiles())} />}
    </>
  )
}
