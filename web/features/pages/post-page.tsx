import { ArrowLeft, Pencil } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { useNavigate } from 'react-router'
import { postHead } from '../../../contract/pages/content-heads.ts'
import type { Post } from '../../../contract/posts.ts'
import { errorsOf, loadStatus } from '../../app/api/results.ts'
import { postById } from '../../app/state/post-slice.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Frame, Page, useHasColumns } from '../../ui/layout/frame.tsx'
import { PageHeading } from '../../ui/layout/page.tsx'
import { OverPage } from '../../ui/lists/new-items.tsx'
import { NotFound } from '../../ui/routing/not-found.tsx'
import { BACK } from '../../ui/routing/route-change.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ConfirmFirst } from '../accounts/confirm-line.tsx'
import { BookmarkButton } from '../feeds/bookmarks/bookmark-button.tsx'
import { Helpers, useHelpers } from '../feeds/recommendations/helpers.tsx'
import { SignInInvitation } from '../feeds/sign-in-invitation.tsx'
import { useMarkPostRead } from '../notifications/use-mark-read.ts'
import { useAddCommentMutation } from '../posts/comments/comment-api.ts'
import { CommentList } from '../posts/comments/comment-list.tsx'
import { EditForm, useEditing } from '../posts/editing/edit-form.tsx'
import { useHistory } from '../posts/editing/use-history.tsx'
import { insertMention } from '../posts/editor/apply-edit.ts'
import { TextForm } from '../posts/editor/text-form.tsx'
import { usePersonMenu } from '../posts/menu/person-menu.tsx'
import { usePostQuery } from '../posts/post-api.ts'
import { PostBody } from '../posts/post-body.tsx'
import { isEditable } from '../posts/post-or-comment.ts'
import { QuestionBadge } from '../posts/questions.tsx'

export function PostPage({ id }: { id: string }) {
  const post = useAppSelector((state) => postById(state.post, id))
  const query = usePostQuery({ params: { id } })
  const load = { status: loadStatus(query), retry: () => void query.refetch() }
  if (load.status === 'missing') {
    return (
      <NotFound
        command={`open posts/${id.slice(0, 8)}`}
        heading="Post not found"
        lead="It may have been deleted."
        back={{ to: '/posts', text: 'Back To Posts' }}
      />
    )
  }
  if (post) return <Discussion key={id} post={post} load={load} />
  if (load.status === 'loading') {
    return (
      <Frame>
        <Spinner />
      </Frame>
    )
  }
  return (
    <Page heading="Post">
      <Failure msg="Couldn't load this post." onRetry={load.retry} />
    </Page>
  )
}

type DiscussionProps = { post: Post; load: ComponentProps<typeof CommentList>['load'] }

function Discussion({ post, load }: DiscussionProps) {
  const [addComment] = useAddCommentMutation()
  const navigate = useNavigate()
  const feed = useAppSelector((state) => state.post.feed)
  const isGone = useAppSelector((state) => state.post.post === post._id && state.post.isPostGone)
  const isMember = useAppSelector((state) => state.auth.isAuthenticated === true)
  const userId = useAppSelector((state) => state.auth.user?._id)
  const isMine = userId === post.user
  const commentForm = useRef<HTMLFormElement>(null)
  const shownPost = useRef<HTMLDivElement>(null)
  const { isEditing, startEditing, endEditing } = useEditing(shownPost)
  const target = { postId: post._id }
  const { menu, reasonForm } = usePersonMenu({
    noun: 'post',
    person: { _id: post.user, name: post.name },
    target: { post: post._id },
    onRemoved: () => navigate('/posts', { replace: true }),
  })
  const { historyButton, history } = useHistory(post, target)
  useMarkPostRead(post._id)
  const helpers = useHelpers(post)
  const hasColumns = useHasColumns()
  const helperList = helpers && (
    <Helpers
      // The next comment starts without mentions.
      key={post.comments.filter(({ user }) => user === userId).length}
      {...helpers}
      variant={hasColumns ? 'column' : 'row'}
      onMention={(handle) => {
        const area = commentForm.current?.querySelector('textarea')
        if (area) insertMention(area, handle)
      }}
    />
  )
  const form = (
    <>
      {!hasColumns && helperList}
      <ConfirmFirst className="mb-3" />
      {isMember ? (
        <TextForm
          ref={commentForm}
          heading="Leave a Comment!"
          placeholder="Leave a Comment!"
          draft={`comment:${post._id}`}
          send={(text, onSent) => errorsOf(addComment({ params: { id: post._id }, body: { text }, onSent }))}
        />
      ) : (
        <SignInInvitation>Sign in to join the discussion.</SignInInvitation>
      )}
    </>
  )
  return (
    <Frame aside={hasColumns && helperList}>
      <OverPage>
        {isGone && (
          <p className="mt-2 flex h-9 items-center rounded-full bg-ink px-4 text-sm text-canvas shadow-lg">
            This post was deleted.
          </p>
        )}
      </OverPage>
      <PageHeading head={postHead(post)} className="sr-only">
        {post.question ? 'Question' : 'Post'}
      </PageHeading>
      <div ref={shownPost} data-item={post._id} tabIndex={-1} className="mb-6">
        <div className="-mx-3 flex flex-wrap items-center gap-1">
          <ButtonLink to={feed} state={BACK} variant="quiet" size="small" className="mr-auto">
            <ArrowLeft size={16} aria-hidden="true" /> Back To Posts
          </ButtonLink>
          {isMember && post.question && (
            <Button variant="secondary" size="small" onClick={() => writeIn(commentForm.current)}>
              Answer
            </Button>
          )}
          {isMine && isEditable(post) && !isEditing && (
            <Button variant="quiet" size="small" onClick={startEditing}>
              <Pencil size={16} aria-hidden="true" /> Edit post
            </Button>
          )}
          {historyButton}
          <BookmarkButton postId={post._id} />
          {menu}
        </div>
        {history}
        {reasonForm}
        <div className="mt-3">
          <PostBody
            item={post}
            mark={<QuestionBadge post={post} />}
            form={isEditing && <EditForm item={post} target={target} onEnd={endEditing} />}
          />
        </div>
      </div>
      {!post.question && form}
      <CommentList post={post} load={load} />
      {post.question && <div className="mt-6">{form}</div>}
    </Frame>
  )
}

function writeIn(form: HTMLFormElement | null): void {
  const area = form?.querySelector('textarea')
  area?.focus({ preventScroll: true })
  area?.scrollIntoView({ block: 'center' })
}
