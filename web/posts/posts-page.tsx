import { useMemo, useRef } from 'react'
import { useLocation } from 'react-router'
import { useWithoutHidden } from '../blocks/use-hidden-people.ts'
import { NewestMembers } from '../profiles/newest-members.tsx'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { Empty } from '../ui/empty.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Failure } from '../ui/failure.tsx'
import { Page } from '../ui/frame.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useGradualList } from '../ui/use-gradual-list.ts'
import { useLoad } from '../ui/use-load.ts'
import { addPost, loadMorePosts, loadPosts } from './post-calls.ts'
import { PostList } from './post-list.tsx'
import { SignInInvitation } from './sign-in-invitation.tsx'
import { hasTag, TagLine } from './tag-line.tsx'
import { TextForm } from './text-form.tsx'

export function PostsPage() {
  const dispatch = useAppDispatch()
  const { key: visit, search } = useLocation()
  const tag = new URLSearchParams(search).get('tag')?.toLowerCase()
  const list = useRef<HTMLUListElement>(null)
  const posts = useWithoutHidden(useAppSelector((state) => state.post.posts))
  const isMember = useAppSelector((state) => state.auth.isAuthenticated === true)
  const hasMore = useAppSelector((state) => state.post.nextPosts !== null)
  const listed = useMemo(() => (tag ? posts.filter((post) => hasTag(post, tag)) : posts), [posts, tag])
  const { shown, isReturn } = useGradualList(listed)
  const { status, retry } = useLoad(visit, async (signal) =>
    isReturn && posts.length > 0 ? 'ready' : dispatch(loadPosts(signal)),
  )
  const isKnown = posts.length > 0
  return (
    <Page
      heading="Posts"
      lead="Welcome to the community"
      aside={
        isKnown && (
          <ErrorBoundary fallback={null}>
            <NewestMembers />
          </ErrorBoundary>
        )
      }
    >
      {isMember ? (
        <TextForm
          heading="Say Something..."
          placeholder="Create a post"
          draft="post"
          send={(text) => dispatch(addPost(text))}
        />
      ) : (
        <SignInInvitation>Sign in to ask, answer and like.</SignInInvitation>
      )}
      <div className="mt-6 border-t border-line">
        {status === 'loading' && !isKnown && <Spinner />}
        {status === 'failed' && !isKnown && (
          <div className="mt-6">
            <Failure msg="The posts could not be loaded." onRetry={retry} />
          </div>
        )}
        {status === 'ready' && !isKnown && (
          <div className="mt-6">
            <Empty command="tail -f posts">
              <p>No posts yet.{isMember && ' Yours could be the first.'}</p>
            </Empty>
          </div>
        )}
        {tag && isKnown && <TagLine tag={tag} count={listed.length} />}
        <PostList posts={shown} list={list} />
      </div>
      {hasMore && (shown.length > 0 || tag) && (
        <LoadMore list={list} load={() => dispatch(loadMorePosts())} />
      )}
    </Page>
  )
}
