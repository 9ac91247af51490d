import { refreshUser } from '../accounts/account-calls.ts'
import { refreshPost } from '../posts/post-calls.ts'
import type { Store } from '../store.ts'
import { inBurstsOf } from './bursts.ts'
import { onLiveEvent } from './live-events.ts'

/** Keeps likes, counts and comments of the shown posts up to date, and the number of unread notifications. */
export function refreshWhatIsShown(store: Store): void {
  const refreshPosts = inBurstsOf<string>((ids) => {
    for (const id of ids) void store.dispatch(refreshPost(id))
  })
  // The title of a hidden page tells how much is unread.
  const refreshAccount = inBurstsOf(() => void store.dispatch(refreshUser()), { whenHidden: true })

  onLiveEvent(({ kind, post: id }) => {
    const { posts, post: opened } = store.getState().post
    if (kind === 'notification') refreshAccount(kind)
    if (kind === 'reset') {
      refreshAccount(kind)
      if (opened) refreshPosts(opened._id)
    }
    if (kind !== 'like' && kind !== 'comment') return
    if (id && (opened?._id === id || posts.some(({ _id }) => _id === id))) refreshPosts(id)
  })
}
