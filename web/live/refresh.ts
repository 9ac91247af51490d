import { refreshUser } from '../accounts/account-calls.ts'
import type { Store } from '../store.ts'
import { inBurstsOf } from './bursts.ts'
import { onLiveEvent } from './live-events.ts'
import { refreshPost } from './refresh-post.ts'

/** Keeps the shown posts up to date, and the number of unread notifications. */
export function refreshWhatIsShown(store: Store): void {
  const isShown = (id: string) => {
    const { posts, post } = store.getState().post
    return post?._id === id || posts.some(({ _id }) => _id === id)
  }
  const refreshPosts = inBurstsOf<string>((ids) => {
    // It may have been deleted, or the user may have left, since it was asked for.
    if (store.getState().auth.isAuthenticated !== true) return
    for (const id of ids.filter(isShown)) void store.dispatch(refreshPost(id))
  })
  // The title of a hidden page tells how much is unread.
  const refreshAccount = inBurstsOf(() => void store.dispatch(refreshUser()), { whenHidden: true })

  onLiveEvent(({ kind, post: id }) => {
    const opened = store.getState().post.post
    if (kind === 'notification') refreshAccount(kind)
    if (kind === 'reset') {
      refreshAccount(kind)
      if (opened) refreshPosts(opened._id)
    }
    if (id && isShown(id)) refreshPosts(id)
  })
}
