import { useEffect } from 'react'
import { useAppSelector } from '../../app/state/store.ts'
import { useMarkReadMutation } from './notification-api.ts'

export function useMarkPostRead(post: string): void {
  const unread = useAppSelector((state) => state.auth.user?.unread ?? 0)
  const [markRead] = useMarkReadMutation()
  useEffect(() => {
    if (unread === 0) return
    const left = new AbortController()
    const mark = () => {
      if (document.visibilityState !== 'visible') return
      left.abort()
      void markRead({ body: { post } })
    }
    document.addEventListener('visibilitychange', mark, { signal: left.signal })
    mark()
    return () => left.abort()
  }, [post, unread, markRead])
}
