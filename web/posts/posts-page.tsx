import { useAppDispatch, useAppSelector } from '../store.ts'
import { Failure } from '../ui/failure.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useGradualList } from '../ui/use-gradual-list.ts'
import { useLoad } from '../ui/use-load.ts'
import { addPost, loadMorePosts, loadPosts } from './post-calls.ts'
import { PostList } from './post-list.tsx'
import { TextForm } from './text-form.tsx'

export function PostsPage() {
  const dispatch = useAppDispatch()
  const posts = useAppSelector((state) => state.post.posts)
  const hasMore = useAppSelector((state) => state.post.nextPosts !== null)
  const opened = useAppSelector((state) => state.post.post?._id)
  const { shown, isReturn, returnTo } = useGradualList(posts)
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
      <PostList posts={shown} opened={opened} returnTo={returnTo} />
      {hasMore && shown.length > 0 && <LoadMore load={() => dispatch(loadMorePosts())} />}
    </Page>
  )
}
