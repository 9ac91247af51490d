import { useEffect, useEffectEvent } from 'react'
import type { Post } from '../../contract/posts.ts'
import { keepPlace } from '../ui/keep-place.ts'
import type { PagedList } from '../ui/use-paged-list.ts'
import { inBurstsOf } from './bursts.ts'
import { onLiveEvent } from './live-events.ts'
import { readAgain } from './read-again.ts'

/** Keeps the posts of a list that is not a feed up to date, without moving what is being read. */
export function useLivePosts({ items, replace, remove }: PagedList<Post>): void {
  const isListed = useEffectEvent((id: string) => items.some(({ _id }) => _id === id))

  const refresh = useEffectEvent(async (id: string) => {
    const post = await readAgain(id)
    if (post === null) keepPlace(() => remove(id), id)
    if (post) keepPlace(() => replace(post))
  })

  useEffect(() => {
    const refreshSoon = inBurstsOf<string>((ids) => {
      for (const id of ids) void refresh(id)
    })
    return onLiveEvent(({ post }) => {
      if (post && isListed(post)) refreshSoon(post)
    })
  }, [])
}
