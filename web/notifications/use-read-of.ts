import { useEffect } from 'react'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { markReadOf } from './notification-calls.ts'

/** Whoever sees a post has read what they were told about it, also what comes while it is open. */
export function useReadOf(post: string): void {
  const dispatch = useAppDispatch()
  const unread = useAppSelector((state) => state.auth.user?.unread ?? 0)
  useEffect(() => {
    if (unread === 0) return
    const left = new AbortController()
    const mark = () => {
      if (document.visibilityState !== 'visible') return
      left.abort()
      void dispatch(markReadOf(post))
    }
    document.addEventListener('visibilitychange', mark, { signal: left.signal })
    mark()
    return () => left.abort()
  }, [post, unread, dispatch])
}
