import { useEffect, useEffectEvent, useState } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { asApiError } from '../../app/api/outcome.ts'
import type { Page } from '../../app/api/request.ts'
import { inBurstsOf } from '../events/bursts.ts'
import { onLiveEvent } from '../events/live-events.ts'

/** Loads the newest page when someone has posted; `news` are its posts that are not listed yet. */
export function useNewPosts(newest: string | undefined, load: () => Promise<Page<Post>>) {
  const [page, setPage] = useState<Page<Post>>()

  const check = useEffectEvent(async () => {
    if (newest === undefined) return
    try {
      setPage(await load())
    } catch (error) {
      // What is listed stays; the next event is another chance.
      asApiError(error)
    }
  })

  // Ids sort by time; events of listed posts are edits.
  const isNew = useEffectEvent((id: string) => newest === undefined || id > newest)

  useEffect(() => {
    const checks = inBurstsOf(() => void check())
    const endListening = onLiveEvent(({ kind, post = '' }) => {
      if (kind === 'reset' || (kind === 'post' && isNew(post))) checks.add(kind)
    })
    return () => {
      endListening()
      checks.stop()
    }
  }, [])

  // The reader's own post may be listed already while the response is older.
  const news = page && newest !== undefined ? page.items.filter(({ _id }) => _id > newest) : []
  return { page, news }
}
