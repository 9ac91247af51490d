import { Check } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { Post } from '../../../../contract/posts.ts'
import { useAppSelector } from '../../../app/state/store.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { plural } from '../../../ui/plural.ts'
import { useHiddenPeople } from '../../accounts/blocks/use-hidden-people.ts'
import { type Helper, useHelpersQuery } from './recommendation-api.ts'

type Props = {
  people: Helper[]
  isLoading: boolean
  variant: 'column' | 'row'
  onMention: (handle: string) => void
}

export function Helpers({ people, isLoading, variant, onMention }: Props) {
  const [mentioned, setMentioned] = useState<string[]>([])

  function mention(handle: string) {
    onMention(handle)
    setMentioned((before) => [...before.filter((other) => other !== handle), handle])
  }

  const isRow = variant === 'row'
  if (people.length === 0 && !isRow) return null
  return (
    <section aria-labelledby="helpers" className={isRow ? 'mb-6 h-26' : ''}>
      <h2 id="helpers" className="caption mb-2">
        Who could answer this?
      </h2>
      {people.length === 0 && !isLoading && (
        <p className="text-muted">No one else is known for these tags yet.</p>
      )}
      <ul className={isRow ? '-mx-4 flex gap-2 overflow-x-auto px-4 pb-2' : 'grid gap-1'}>
        {people.map((person) => (
          <li
            key={person._id}
            className={`flex items-center gap-2 ${isRow ? 'card relative w-80 max-w-[calc(100%-2rem)] shrink-0 px-3 py-1' : ''}`}
          >
            <div className="relative -ml-2 flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-lg px-2 py-1 hover:bg-sunken">
              <Avatar id={person._id} name={person.name} src={person.avatar} size="small" />
              <div className="min-w-0">
                <Link
                  to={`/profile/${person._id}`}
                  className="stretched-link block truncate leading-5 font-semibold"
                >
                  <bdi>{person.name}</bdi>
                </Link>
                <p className="truncate text-sm text-muted">
                  <bdi className="font-mono">{person.skills.join(', ')}</bdi>
                  {person.answers > 0 && `, ${plural(person.answers, 'answer')}`}
                </p>
              </div>
            </div>
            <Button
              variant={mentioned.includes(person.handle) ? 'chosen' : 'quiet'}
              size="action"
              aria-label={`${mentioned.includes(person.handle) ? 'Mentioned' : 'Mention'} ${person.name}`}
              // Keeps the focus where the writer was.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => mention(person.handle)}
            >
              {mentioned.includes(person.handle) ? (
                <>
                  <Check size={16} aria-hidden="true" /> Mentioned
                </>
              ) : (
                'Mention'
              )}
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {mentioned.length > 0 && `@${mentioned.at(-1)} is mentioned in your comment.`}
      </p>
    </section>
  )
}

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
