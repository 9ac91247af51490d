import { useMemo, useRef, useState } from 'react'
import { hasRole } from '../../../../contract/access.ts'
import { PAGE_SIZE } from '../../../../contract/limits.ts'
import type { Post } from '../../../../contract/posts.ts'
import { useAppDispatch, useAppSelector } from '../../../app/state/store.ts'
import { LoadMore } from '../../../ui/lists/load-more.tsx'
import { useLoad } from '../../../ui/lists/use-load.ts'
import { SpinnerImage } from '../../../ui/spinner.tsx'
import { useWithoutHidden } from '../../accounts/blocks/use-hidden-people.ts'
import { arrange } from './arrange.ts'
import { loadAccepted, loadMoreComments } from './comment-calls.ts'
import { CommentRow } from './comment-row.tsx'
import { useRevealed } from './use-revealed.ts'

type Props = {
  post: Post
  /** Whether the post comes from its own response, not from the feed. */
  isFresh: boolean
}

/** Page by page, even what is loaded: a thousand comments at once would stall the page. */
export function CommentList({ post, isFresh }: Props) {
  const dispatch = useAppDispatch()
  const list = useRef<HTMLUListElement>(null)
  const comments = useWithoutHidden(post.comments)
  const arranged = useMemo(() => arrange(comments), [comments])
  const [limit, setLimit] = useState(PAGE_SIZE)
  const { revealed, isLoading, isMissing, reveal } = useRevealed(post, isFresh)
  const at = arranged.findIndex(({ comment, place }) => comment._id === revealed && place !== 'trace')
  const shown = Math.max(limit, at + 1)
  const mayAccept = useMayAccept(post)
  useAcceptedFirst(post, isFresh)

  async function showMore() {
    const errors = shown < arranged.length ? [] : await dispatch(loadMoreComments(post._id))
    if (errors.length === 0) setLimit(shown + PAGE_SIZE)
    return errors
  }

  return (
    <section aria-label="Comments" className="mt-6 border-t border-line">
      <p role="status" className="flex items-center gap-2 text-sm text-muted not-empty:mt-4">
        {isLoading && (
          <>
            <SpinnerImage className="size-5" alt="" /> Looking for the comment…
          </>
        )}
        {isMissing && 'This comment was deleted.'}
      </p>
      <ul ref={list}>
        {arranged.slice(0, shown).map(({ comment, place, parent }) => (
          <CommentRow
            key={place === 'trace' ? `trace of ${comment._id}` : comment._id}
            postId={post._id}
            isMarked={comment._id === revealed}
            {...{ comment, place, parent, mayAccept, reveal }}
          />
        ))}
      </ul>
      {shown < Math.max(arranged.length, post.commentCount) && <LoadMore list={list} load={showMore} />}
    </section>
  )
}

const useMayAccept = ({ user, question }: Post): boolean =>
  useAppSelector(({ auth: { user: reader } }) => {
    if (!question || !reader) return false
    return reader._id === user || (reader.role !== undefined && hasRole(reader.role, 'moderator'))
  })

/** Loads accepted comments that are too old to come with the post. */
function useAcceptedFirst({ _id, solved, comments, commentCount }: Post, isFresh: boolean): void {
  const dispatch = useAppDispatch()
  const isCut = isFresh && Boolean(solved) && comments.length < commentCount
  const [isWanted, setWanted] = useState(false)
  if (isCut && !isWanted) setWanted(true)
  useLoad(`${_id} ${isWanted}`, async (signal) => (isWanted ? dispatch(loadAccepted(_id, signal)) : 'ready'))
}
