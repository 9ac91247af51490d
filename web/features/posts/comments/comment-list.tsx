import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { hasRole } from '../../../../contract/access.ts'
import { PAGE_SIZE } from '../../../../contract/limits.ts'
import type { Post } from '../../../../contract/posts.ts'
import { useAppDispatch, useAppSelector } from '../../../app/state/store.ts'
import { Failure } from '../../../ui/failure.tsx'
import { LoadMore } from '../../../ui/lists/paged-list.tsx'
import { plural } from '../../../ui/plural.ts'
import { isRestored, scrollToRow } from '../../../ui/routing/scroll-place.ts'
import { SpinnerImage } from '../../../ui/spinner.tsx'
import { useWithoutHidden } from '../../accounts/blocks/use-hidden-people.ts'
import { commentInHash } from '../post-or-comment.ts'
import { countAnswers } from '../questions.tsx'
import { type Arranged, arrange } from './arrange.ts'
import {
  loadCommentsUntil,
  loadMoreComments,
  type SearchOutcome,
  useAcceptedCommentsQuery,
} from './comment-api.ts'
import { CommentRow } from './comment-row.tsx'

type Load = { status: string; retry: () => void }

type Props = {
  post: Post
  load: Load
}

/** Page by page, even what is loaded: a thousand comments at once would stall the page. */
export function CommentList({ post, load }: Props) {
  const dispatch = useAppDispatch()
  const list = useRef<HTMLUListElement>(null)
  const comments = useWithoutHidden(post.comments)
  // A page further back would put older answers above those that are visible.
  const isComplete = post.comments.length >= post.commentCount
  const areAnswers = Boolean(post.question) && isComplete
  const { accepted, others } = useMemo(() => arrange(comments, areAnswers), [comments, areAnswers])
  const arranged = useMemo(() => [...accepted, ...others], [accepted, others])
  const [limit, setLimit] = useState(PAGE_SIZE)
  const { revealed, isLoading, isMissing, failed, reveal } = useRevealed(post, load)
  const at = arranged.findIndex(({ comment, place }) => comment._id === revealed && place !== 'trace')
  const shown = Math.max(limit, at + 1)
  const hasMore = shown < Math.max(arranged.length, post.commentCount)
  const mayAccept = useMayAccept(post)
  useAcceptedFirst(post, load.status === 'ready')

  async function showMore() {
    const errors = shown < arranged.length ? [] : await dispatch(loadMoreComments(post._id))
    if (errors.length === 0) setLimit(shown + PAGE_SIZE)
    return errors
  }

  const row = ({ comment, place, parent }: Arranged) => (
    <CommentRow
      key={place === 'trace' ? `trace of ${comment._id}` : comment._id}
      postId={post._id}
      isMarked={comment._id === revealed}
      {...{ comment, place, parent, mayAccept, reveal }}
    />
  )
  return (
    <section
      aria-label="Comments"
      className={post.question || arranged.length === 0 ? '' : 'mt-6 border-t border-line'}
    >
      <p role="status" className="flex items-center gap-2 text-sm text-muted not-empty:mt-4">
        {isLoading && (
          <>
            <SpinnerImage className="size-5" alt="" /> Looking for the comment…
          </>
        )}
        {isMissing && 'This comment was deleted.'}
      </p>
      {failed && (
        <div className="my-4">
          <Failure msg="Couldn't load comments." onRetry={failed.retry} />
        </div>
      )}
      <ul>{accepted.slice(0, shown).map(row)}</ul>
      {post.question && <AnswerCount count={countAnswers(post)} isOverSome={others.length > 0 || hasMore} />}
      <ul ref={list}>{others.slice(0, Math.max(0, shown - accepted.length)).map(row)}</ul>
      {hasMore && <LoadMore list={list} load={showMore} />}
    </section>
  )
}

/** Not above nothing: all answers may be accepted or hidden. */
function AnswerCount({ count, isOverSome }: { count: number; isOverSome: boolean }) {
  if (count > 0 && !isOverSome) return null
  return (
    <h2 className="mt-4 border-b border-line pb-2 text-lg font-semibold">
      {count === 0 ? 'No answers yet' : plural(count, 'answer')}
    </h2>
  )
}

const useMayAccept = ({ user, question }: Post): boolean =>
  useAppSelector(({ auth: { user: reader } }) => {
    if (!question || !reader) return false
    return reader._id === user || hasRole(reader.role ?? 'member', 'moderator')
  })

function useAcceptedFirst({ _id, solved, comments, commentCount }: Post, isFresh: boolean): void {
  const isTruncated = isFresh && Boolean(solved) && comments.length < commentCount
  const [isWanted, setWanted] = useState(false)
  if (isTruncated && !isWanted) setWanted(true)
  useAcceptedCommentsQuery({ params: { id: _id }, query: { accepted: 'true' } }, { skip: !isWanted })
}

/** From the address, or just written or accepted: loaded if it is on a later page, scrolled to, and marked. */
function useRevealed(post: Post, load: Load) {
  const { hash, key: visit } = useLocation()
  const linked = commentInHash(hash)
  const [chosen, setChosen] = useState<{ id: string; visit: string }>()
  const target = chosen?.visit === visit ? chosen.id : linked
  const search = useSearch(post._id, linked, load.status === 'ready')
  const isThere = post.comments.some(({ _id }) => _id === target)

  useEffect(() => {
    // For readers who return, the scroll position is restored already.
    if (!target || !isThere || (chosen === undefined && isRestored(visit))) return undefined
    return scrollToRow(target)
  }, [target, isThere, chosen, visit])

  return {
    revealed: target,
    isLoading: linked !== undefined && !isThere && [load.status, search.status].includes('loading'),
    isMissing: !isThere && search.status === 'missing',
    failed: [load, search].find(({ status }) => status === 'failed'),
    reveal: useCallback((id: string) => setChosen({ id, visit }), [visit]),
  }
}

/** Paging continues from the comments of the post's own response, not from those of the feed. */
function useSearch(postId: string, linked: string | undefined, isFresh: boolean) {
  const dispatch = useAppDispatch()
  const [ended, setEnded] = useState<{ linked: string; outcome: SearchOutcome }>()
  const outcome = ended?.linked === linked ? ended?.outcome : undefined
  const isOpen = isFresh && linked !== undefined && outcome === undefined

  useEffect(() => {
    if (!isOpen) return undefined
    const left = new AbortController()
    dispatch(loadCommentsUntil(postId, linked, left.signal)).then((outcome) => {
      if (!left.signal.aborted) setEnded({ linked, outcome })
    })
    return () => left.abort()
  }, [isOpen, postId, linked, dispatch])

  return { status: isOpen ? 'loading' : (outcome ?? 'ready'), retry: () => setEnded(undefined) }
}
