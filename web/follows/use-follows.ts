import { useEffect } from 'react'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { loadFollows } from './follow-calls.ts'
import type { FollowState } from './follow-slice.ts'

/** Whom and what the reader follows, loaded once something needs it. Servers without roles know no follows either. */
export function useFollows(): FollowState {
  const dispatch = useAppDispatch()
  const follows = useAppSelector((state) => state.follow)
  const isMember = useAppSelector((state) => state.auth.user?.role !== undefined)
  const isWanted = isMember && follows.status === 'unasked'
  useEffect(() => {
    if (isWanted) void dispatch(loadFollows())
  }, [isWanted, dispatch])
  return follows
}
