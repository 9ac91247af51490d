import { feedAt } from '../../app/state/post-slice.ts'
import type { Store } from '../../app/state/store.ts'
import { refreshUser } from '../accounts/session.ts'
import { inBurstsOf } from './bursts.ts'
import { onLiveEvent } from './live-events.ts'
import { refreshPost } from './refresh-post.ts'

export function refreshVisible(store: Store): void {
  const isVisible = (id: string) => {
    const { post } = store.getState()
    return post.post === id || feedAt(post, post.feed).ids.includes(id)
  }
  const refreshPosts = inBurstsOf<string>((ids) => {
    // The user may have signed out since the event.
    if (store.getState().auth.isAuthenticated !== true) return
    for (const id of ids.filter(isVisible)) void store.dispatch(refreshPost(id))
  })
  // The title of a hidden page has the number of unread notifications.
  const refreshAccount = inBurstsOf(() => void store.dispatch(refreshUser()), { whenHidden: true })

  onLiveEvent(({ kind, post: id }) => {
    const { post: opened } = store.getState().post
    if (kind === 'notification') refreshAccount.add(kind)
    if (kind === 'reset') {
      refreshAccount.add(kind)
      if (opened) refreshPosts.add(opened)
    }
    if (id && isVisible(id)) refreshPosts.add(id)
  })
}
