import { useEffect, useEffectEvent } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { api } from '../../app/api/api.ts'
import { type Pages, removeItem, replaceItem } from '../../app/api/cached-lists.ts'
import { feedAt, postById, postGone, postRefreshed } from '../../app/state/post-slice.ts'
import { type Store, type Thunk, useAppDispatch } from '../../app/state/store.ts'
import { watchChanges } from '../../ui/change-in-order.ts'
import { keepFocus } from '../../ui/lists/focus.ts'
import { refreshUser } from '../accounts/session.ts'
import { loadPostAgain, withCurrentLikes } from '../posts/post-api.ts'
import { inBurstsOf, onLiveEvent } from './live-events.ts'

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

const refreshPost =
  (id: string): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    const isCurrent = watchChanges()
    const known = postById(getState().post, id)?.comments.map(({ _id }) => _id) ?? []
    const response = await dispatch(loadPostAgain(id))
    // The text of a comment that is being sent is still in the textarea.
    await Promise.all(dispatch(api.util.getRunningMutationsThunk()))
    if (response === null) keepFocus(() => dispatch(postGone(id)))
    if (!response) return
    const post = withCurrentLikes(response, isCurrent, getState())
    keepFocus(() => dispatch(postRefreshed({ post, known })))
  }

export function useLivePosts(items: Post[], edit: (change: (list: Pages<Post>) => void) => void): void {
  const dispatch = useAppDispatch()
  const isListed = useEffectEvent((id: string) => items.some(({ _id }) => _id === id))

  const refresh = useEffectEvent(async (id: string) => {
    const post = await dispatch(loadPostAgain(id))
    if (post === null) keepFocus(() => edit((list) => removeItem(list, id)))
    if (post) keepFocus(() => edit((list) => replaceItem(list, post)))
  })

  useEffect(() => {
    const refreshes = inBurstsOf<string>((ids) => {
      for (const id of ids) void refresh(id)
    })
    const endListening = onLiveEvent(({ post }) => {
      if (post && isListed(post)) refreshes.add(post)
    })
    return () => {
      endListening()
      refreshes.stop()
    }
  }, [])
}
