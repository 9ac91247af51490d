import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Post } from '../../../../contract/posts.ts'
import { useAppDispatch } from '../../../app/state/store.ts'
import { type Load, useLoad } from '../../../ui/lists/use-load.ts'
import { isRestored, scrollToRow } from '../../../ui/routing/scroll-place.ts'
import { commentInHash } from './comment-address.ts'
import { loadCommentsUntil } from './comment-calls.ts'

/** From the address, or just written or accepted: loaded if it is on a later page, scrolled to, and marked. */
export function useRevealed(post: Post, load: Load) {
  const dispatch = useAppDispatch()
  const { hash, key: visit } = useLocation()
  const linked = commentInHash(hash)
  const [chosen, setChosen] = useState<{ id: string; visit: string }>()
  const target = chosen?.visit === visit ? chosen.id : linked
  // Paging continues from the comments of the post's own response, not from those of the feed.
  const search = useLoad(`${linked} ${load.status}`, async (signal) => {
    if (!linked || load.status !== 'ready') return 'ready'
    return dispatch(loadCommentsUntil(post._id, ({ _id }) => _id === linked, signal))
  })
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
