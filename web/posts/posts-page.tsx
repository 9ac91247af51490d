import { useNavigationType } from 'react-router'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Failure } from '../ui/failure.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useLoad } from '../ui/use-load.ts'
import { addPost, loadMorePosts, loadPosts } from './post-calls.ts'
import { PostItem } from './post-item.tsx'
import { TextForm } from './text-form.tsx'

export function PostsPage() {
  const dispatch = useAppDispatch()
  const posts = useAppSelector((state) => state.post.posts)
  const hasMore = useAppSelector((state) => state.paging.posts !== null)
  const isReturn = useNavigationType() === 'POP'
  const { status, retry } = useLoad('posts', async (signal) =>
    isReturn && posts.length > 0 ? 'ready' : dispatch(loadPosts(signal)),
  )
  const isKnown = posts.length > 0
  return (
    <Page heading="Posts" lead="Welcome to the community">
      <TextForm
        heading="Say Something..."
        placeholder="Create a post"
        draft="post"
        send={(text) => dispatch(addPost(text))}
      />
      {status === 'loading' && !isKnown && <Spinner />}
      {status === 'failed' && !isKnown && (
        <div className="mt-6">
          <Failure msg="The posts could not be loaded." onRetry={retry} />
        </div>
      )}
      {status === 'ready' && !isKnown && (
        <p className="card mt-6 p-6 text-muted">No posts yet. Yours could be the first.</p>
      )}
      <ul className="mt-6 grid gap-4">
        {posts.map((post) => (
          <li key={post._id} className="skip-offscreen">
            <ErrorBoundary fallback={<p className="card p-5 text-muted">This post cannot be shown.</p>}>
              <PostItem post={post} />
            </ErrorBoundary>
          </li>
        ))}
      </ul>
      {hasMore && <LoadMore load={() => dispatch(loadMorePosts())} />}
    </Page>
  )
}
