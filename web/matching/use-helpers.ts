import { useMemo, useState } from 'react'
import type { Post } from '../../contract/posts.ts'
import { useHiddenPeople } from '../blocks/use-hidden-people.ts'
import { type Answer, call, requireList } from '../client.ts'
import { type Outcome, settle } from '../outcome.ts'
import { useAppSelector } from '../store.ts'
import { useLoad } from '../ui/use-load.ts'

export type HelperInfo = Answer<'GET /api/posts/:id/helpers'>[number]

/** What was found last, so that a reader who comes back finds the page as it was. */
const last: { id?: string; people: HelperInfo[] } = { people: [] }

/** Who could answer an open question; undefined for visitors and for other posts. */
export function useHelpers({ _id: id, question, solved, tags, comments }: Post) {
  const isMember = useAppSelector((state) => state.auth.isAuthenticated === true)
  const hidden = useHiddenPeople()
  const [found, setFound] = useState(() => (last.id === id ? last.people : []))
  // A server of the specification alone knows neither questions nor tags.
  const isOpen = isMember && question && !solved && tags?.length > 0
  const { status } = useLoad(isOpen ? `${id} ${tags}` : 'none', async (signal): Promise<Outcome> => {
    if (!isOpen) return 'ready'
    const asked = call('GET /api/posts/:id/helpers', { params: { id }, signal }).then(requireList)
    return settle(
      signal,
      asked,
      (people) => {
        Object.assign(last, { id, people })
        setFound(people)
      },
      () => {},
    )
  })
  const people = useMemo(() => {
    const left = new Set([...hidden, ...comments.map(({ user }) => user)])
    return found.filter(({ _id }) => !left.has(_id))
  }, [found, hidden, comments])
  return isOpen ? { people, isLoading: status === 'loading' } : undefined
}
