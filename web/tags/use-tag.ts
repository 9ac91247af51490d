import { useState } from 'react'
import { type Answer, call, requireObject } from '../client.ts'
import { settle } from '../outcome.ts'
import { useLoad } from '../ui/use-load.ts'

export type TagInfo = Answer<'GET /api/tags/:tag'>

/** What was loaded last, so that a reader who comes back finds the page as it was. */
const last: { tag?: TagInfo } = {}

/** What the server knows of a tag; undefined until it is loaded, and if it cannot be. */
export function useTag(tag: string) {
  const [known, setKnown] = useState(() => (last.tag?.tag === tag ? last.tag : undefined))
  const { status } = useLoad(tag, (signal) =>
    settle(
      signal,
      call('GET /api/tags/:tag', { params: { tag }, signal }).then((found) =>
        requireObject(found, 'tag', 'askers', 'answerers'),
      ),
      (found) => {
        last.tag = found
        setKnown(found)
      },
      () => {},
    ),
  )
  return { known, isLoading: status === 'loading' && !known }
}
