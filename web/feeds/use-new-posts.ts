import { useEffect, useEffectEvent, useState } from 'react'
import type { Post } from '../../contract/posts.ts'
import type { Page } from '../client.ts'
import { inBurstsOf } from '../live/bursts.ts'
import { onLiveEvent } from '../live/live-events.ts'
import { asApiError } from '../outcome.ts'

/**
 * The newest page of a list, asked for when someone has posted; undefined while it has nothing new. `load` asks the
 * server, and `newest` is the id of the first post that is listed.
 */
export function useNewPosts(newest: string | undefined, load: () => Promise<Page<Post>>) {
  const [page, setPage] = useState<Page<Post>>()

  const look = useEffectEvent(async () => {
    if (newest === undefined) return
    try {
      setPage(await load())
    } catch (error) {
      // What is listed stays; the next event brings another chance.
      asApiError(error)
    }
  })

  // Ids sort by time; listed posts are told of when they are edited.
  const isNew = useEffectEvent((id: string) => newest === undefined || id > newest)

  useEffect(() => {
    const lookSoon = inBurstsOf(() => void look())
    return onLiveEvent(({ kind, post = '' }) => {
      if (kind === 'reset' || (kind === 'post' && isNew(post))) lookSoon(kind)
    })
  }, [])

  // A post of one's own may be listed already while the answer is older.
  const news = page && newest !== undefined ? page.items.filter(({ _id }) => _id > newest) : []
  return { page, news }
}
