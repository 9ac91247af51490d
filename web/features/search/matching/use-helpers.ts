import { useMemo } from 'react'
import type { Post } from '../../../../contract/posts.ts'
import { useAppSelector } from '../../../app/state/store.ts'
import { useHiddenPeople } from '../../accounts/blocks/use-hidden-people.ts'
import { type Helper, useHelpersQuery } from './matching-api.ts'

const NOBODY: Helper[] = []

export function useHelpers({ _id: id, question, solved, tags, comments }: Post) {
  const isMember = useAppSelector((state) => state.auth.isAuthenticated === true)
  const hidden = useHiddenPeople()
  // Servers of the specification have neither questions nor tags.
  const isOpen = isMember && question && !solved && tags?.length > 0
  const { currentData: found = NOBODY, isFetching } = useHelpersQuery({ params: { id } }, { skip: !isOpen })
  const people = useMemo(() => {
    const left = new Set([...hidden, ...comments.map(({ user }) => user)])
    return found.filter(({ _id }) => !left.has(_id))
  }, [found, hidden, comments])
  return isOpen ? { people, isLoading: isFetching && found === NOBODY } : undefined
}
