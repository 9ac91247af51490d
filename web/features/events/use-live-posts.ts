import { useEffect, useEffectEvent } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { type Pages, removeItem, replaceItem } from '../../app/api/cached-lists.ts'
import { keepFocus } from '../../ui/lists/focus.ts'
import { inBurstsOf } from './bursts.ts'
import { onLiveEvent } from './live-events.ts'
import { readAgain } from './read-again.ts'

/** For lists that are not feeds. Does not move what is being read. */
export function useLivePosts(items: Post[], edit: (change: (list: Pages<Post>) => void) => void): void {
  const isListed = useEffectEvent((id: string) => items.some(({ _id }) => _id === id))

  const refresh = useEffectEvent(async (id: string) => {
    const post = await readAgain(id)
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
