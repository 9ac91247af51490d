import { useEffect, useState } from 'react'
import { useHiddenPeople } from '../blocks/use-hidden-people.ts'
import { useMaySearch } from '../search/use-may-search.ts'
import type { Group } from './choices.ts'
import { type Found, find } from './find.ts'

const PAUSE = 150

type Ended = { typed: string; found: Found | undefined }

/**
 * What the server finds for what was typed, once the reader pauses. Until then, what was found last stays in sight;
 * an answer to anything but the latest question is never shown.
 */
export function useFound(typed: string): { groups: Group[]; isBusy: boolean; hasFailed: boolean } {
  const { people, posts } = useMaySearch()
  const hidden = useHiddenPeople()
  const [ended, setEnded] = useState<Ended>({ typed: '', found: undefined })
  const isAsked = typed !== '' && (people || posts)

  useEffect(() => {
    const stale = new AbortController()
    const end = (found: Found | undefined) => !stale.signal.aborted && setEnded({ typed, found })
    const ask = () => find(typed, { people, posts }, stale.signal).then(end)
    const pausing = isAsked ? setTimeout(ask, PAUSE) : undefined
    if (!isAsked) end(undefined)
    return () => {
      clearTimeout(pausing)
      stale.abort()
    }
  }, [typed, isAsked, people, posts])

  const { found } = ended
  const isBusy = ended.typed !== typed
  if (!isAsked || !found) return { groups: [], isBusy, hasFailed: isAsked && !isBusy }
  return {
    groups: [
      { name: 'People', choices: found.people },
      { name: 'Tags', choices: found.tags },
      { name: 'Skills', choices: found.skills },
      { name: 'Posts', choices: found.posts.filter(({ authors }) => !authors.some((id) => hidden.has(id))) },
    ],
    isBusy,
    hasFailed: false,
  }
}
