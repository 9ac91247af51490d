import { useEffect, useRef } from 'react'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { askForBookmarks } from './bookmark-calls.ts'

/** Asks which of these posts the reader has bookmarked, for each of them once while the page is open. */
export function useBookmarksOf(posts: { _id: string }[]): void {
  const dispatch = useAppDispatch()
  const isMember = useAppSelector((state) => state.auth.user?.role !== undefined)
  const asked = useRef(new Set<string>())
  useEffect(() => {
    if (!isMember) return
    const ids = posts.map(({ _id }) => _id).filter((id) => !asked.current.has(id))
    if (ids.length === 0) return
    for (const id of ids) asked.current.add(id)
    void dispatch(askForBookmarks(ids))
  }, [posts, isMember, dispatch])
}
