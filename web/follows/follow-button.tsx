import { Check, Plus } from 'lucide-react'
import type { PersonSummary } from '../../contract/people.ts'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { Button } from '../ui/button.tsx'
import { setFollowed } from './follow-calls.ts'
import type { Followed } from './follow-slice.ts'
import { useFollows } from './use-follows.ts'

/** Renders nothing for oneself, for people whom the reader has blocked, and until it is known whom the reader follows. */
export function FollowPerson({ person: { _id, name, handle, avatar } }: { person: PersonSummary }) {
  const { people, status } = useFollows()
  const user = useAppSelector((state) => state.auth.user)
  if (status !== 'known' || user?._id === _id || user?.blocked?.includes(_id)) return null
  const isFollowed = people.some((person) => person._id === _id)
  return <FollowButton followed={{ person: { _id, name, handle, avatar } }} name={name} on={isFollowed} />
}

export function FollowTag({ tag }: { tag: string }) {
  const { tags, status } = useFollows()
  if (status !== 'known') return null
  return <FollowButton followed={{ tag }} name={`#${tag}`} on={tags.includes(tag)} />
}

function FollowButton({ followed, name, on }: { followed: Followed; name: string; on: boolean }) {
  const dispatch = useAppDispatch()
  const Icon = on ? Check : Plus
  return (
    <Button
      look={on ? 'secondary' : 'primary'}
      size="small"
      aria-pressed={on}
      onClick={() => dispatch(setFollowed(followed, !on))}
    >
      <Icon size={16} aria-hidden="true" />
      {on ? 'Following' : 'Follow'}
      <span className="sr-only"> {name}</span>
    </Button>
  )
}
