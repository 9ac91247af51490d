import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { PAGE_SIZE } from '../../contract/limits.ts'
import type { Post } from '../../contract/posts.ts'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { NotFound } from '../ui/not-found.tsx'
import { Page, PageHeading } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useLoad } from '../ui/use-load.ts'
import { CommentItem } from './comment-item.tsx'
import { addComment, loadMoreComments, openPost } from './post-calls.ts'
import { TextForm } from './text-form.tsx'
import { Written } from './written.tsx'

export function PostPage() {
  const { id = '' } = useParams()
  const dispatch = useAppDispatch()
  const known = useAppSelector((state) => state.post.post)
  const { status, retry } = useLoad(id, (signal) => dispatch(openPost(id, signal)))
  const post = known?._id === id ? known : null
  if (status === 'missing') {
    return (
      <NotFound
        heading="Post not found"
        lead="It may have been deleted by its author."
        back={{ to: '/posts', text: 'Back To Posts' }}
      />
    )
  }
  if (post) return <Discussion key={id} post={post} />
  if (status === 'loading') return <Spinner />
  return (
    <Page heading="Post">
      <Failure msg="The post could not be loaded." onRetry={retry} />
    </Page>
  )
}

function Discussion({ post }: { post: Post }) {
  const dispatch = useAppDispatch()
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-6 px-4 py-8 sm:px-6 sm:py-12">
      <ButtonLink to="/posts" look="secondary" size="small" className="justify-self-start">
        <ArrowLeft size={16} aria-hidden="true" /> Back To Posts
      </ButtonLink>
      <PageHeading title={`Post by ${post.name}`} className="sr-only">
        Post
      </PageHeading>
      <Written entry={post} />
      <TextForm
        heading="Leave a Comment!"
        placeholder="Write a comment"
        draft={`comment:${post._id}`}
        send={(text) => dispatch(addComment(post._id, text))}
      />
      <CommentList post={post} />
    </div>
  )
}

/** Shown page by page, also what is here already: a thousand comments at once would stall the page. */
function CommentList({ post }: { post: Post }) {
  const dispatch = useAppDispatch()
  const [shown, setShown] = useState(PAGE_SIZE)

  async function showMore() {
    const errors = shown < post.comments.length ? [] : await dispatch(loadMoreComments(post._id))
    if (errors.length === 0) setShown(shown + PAGE_SIZE)
    return errors
  }

  return (
    <section aria-label="Comments">
      <ul className="grid gap-4">
        {post.comments.slice(0, shown).map((comment) => (
          <li key={comment._id} className="skip-offscreen">
            <CommentItem postId={post._id} comment={comment} />
          </li>
        ))}
      </ul>
      {shown < post.commentCount && <LoadMore load={showMore} />}
    </section>
  )
}
