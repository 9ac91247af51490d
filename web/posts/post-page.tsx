import { ArrowLeft, Pencil } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { postHead } from '../../contract/heads.ts'
import { PAGE_SIZE } from '../../contract/limits.ts'
import type { Post } from '../../contract/posts.ts'
import { useWithoutHidden } from '../blocks/use-hidden-people.ts'
import { BookmarkButton } from '../bookmarks/bookmark-button.tsx'
import { useBookmarksOf } from '../bookmarks/use-bookmarks-of.ts'
import { EditForm } from '../editing/edit-form.tsx'
import { useEditing } from '../editing/use-editing.ts'
import { PersonMenu } from '../moderation/person-menu.tsx'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { Frame, Page } from '../ui/frame.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { NotFound } from '../ui/not-found.tsx'
import { PageHeading } from '../ui/page.tsx'
import { BACK } from '../ui/route-change.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useLoad } from '../ui/use-load.ts'
import { CommentItem } from './comment-item.tsx'
import { isEditable } from './entry.ts'
import { addComment, loadMoreComments, openPost } from './post-calls.ts'
import { SignInInvitation } from './sign-in-invitation.tsx'
import { TextForm } from './text-form.tsx'
import { Written } from './written.tsx'

export function PostPage() {
  const { id = '' } = useParams()
  const dispatch = useAppDispatch()
  const opened = useAppSelector((state) => state.post.post)
  const listed = useAppSelector((state) => state.post.posts.find((post) => post._id === id))
  const { status, retry } = useLoad(id, (signal) => dispatch(openPost(id, signal)))
  const post = opened?._id === id ? opened : listed
  if (status === 'missing') {
    return (
      <NotFound
        command={`open posts/${id.slice(0, 8)}`}
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
  const navigate = useNavigate()
  const isMember = useAppSelector((state) => state.auth.isAuthenticated === true)
  const isMine = useAppSelector((state) => state.auth.user?._id === post.user)
  const shownPost = useRef<HTMLDivElement>(null)
  const { isEditing, startEditing, endEditing } = useEditing(shownPost)
  const target = { postId: post._id }
  useBookmarksOf(useMemo(() => [{ _id: post._id }], [post._id]))
  return (
    <Frame>
      <div className="-mx-3 flex flex-wrap justify-between gap-2">
        <ButtonLink to="/posts" state={BACK} look="quiet" size="small">
          <ArrowLeft size={16} aria-hidden="true" /> Back To Posts
        </ButtonLink>
        {isMine && isEditable(post) && !isEditing && (
          <Button look="quiet" size="small" onClick={startEditing}>
            <Pencil size={16} aria-hidden="true" /> Edit post
          </Button>
        )}
      </div>
      <PageHeading head={postHead(post)} className="sr-only">
        Post
      </PageHeading>
      <div ref={shownPost} data-entry={post._id} tabIndex={-1} className="mt-3 mb-8">
        <PersonMenu
          what="post"
          person={{ _id: post.user, name: post.name }}
          target={{ post: post._id }}
          onTakenOut={() => navigate('/posts', { replace: true })}
        >
          {(menu, reasonForm) => (
            <Written
              entry={post}
              target={target}
              corner={
                <span className="flex">
                  <BookmarkButton postId={post._id} />
                  {menu}
                </span>
              }
              form={isEditing && <EditForm entry={post} target={target} onEnd={endEditing} />}
            >
              {reasonForm}
            </Written>
          )}
        </PersonMenu>
      </div>
      {isMember ? (
        <TextForm
          heading="Leave a Comment!"
          placeholder="Write a comment"
          draft={`comment:${post._id}`}
          send={(text) => dispatch(addComment(post._id, text))}
        />
      ) : (
        <SignInInvitation>Sign in to join the discussion.</SignInInvitation>
      )}
      <CommentList post={post} />
    </Frame>
  )
}

/** Shown page by page, also what is here already: a thousand comments at once would stall the page. */
function CommentList({ post }: { post: Post }) {
  const dispatch = useAppDispatch()
  const list = useRef<HTMLUListElement>(null)
  const comments = useWithoutHidden(post.comments)
  const [shown, setShown] = useState(PAGE_SIZE)

  async function showMore() {
    const errors = shown < comments.length ? [] : await dispatch(loadMoreComments(post._id))
    if (errors.length === 0) setShown(shown + PAGE_SIZE)
    return errors
  }

  return (
    <section aria-label="Comments" className="mt-6 border-t border-line">
      <ul ref={list} className="divide-y divide-line">
        {comments.slice(0, shown).map((comment) => (
          <li key={comment._id} data-entry={comment._id} tabIndex={-1} className="skip-offscreen py-4">
            <CommentItem postId={post._id} comment={comment} />
          </li>
        ))}
      </ul>
      {shown < post.commentCount && <LoadMore list={list} load={showMore} />}
    </section>
  )
}
