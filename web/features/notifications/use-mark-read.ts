import { useEffect } from 'react'
import { useAppSelector } from '../../app/state/store.ts'
import { useMarkReadMutation } from './notification-api.ts'

/** Opening a post reads its notifications, also those that arrive while it is open. */
export function useMarkPostRead(post: string): void {
  const unread = useAppSelector((state) => state.auth.user?.unread ?? 0)
  const [markRead] = useMarkReadMutation()
  useEffect(() => {
    if (unread === 0) return
    const left = new AbortController()
    const mark = () => {
      if (document.visibilityState !== 'visible') return
      left.abort()
      // If this fails, the next visit to the post marks them.
      void markRead({ body: { post } })
    }
    document.addEventListener('visibilitychange', mark, { signal: left.signal })
    mark()
    return () => left.abort()
  }, [post, unread, markRead])
}
