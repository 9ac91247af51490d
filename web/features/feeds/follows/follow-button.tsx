import { Check, Plus } from 'lucide-react'
import type { PersonSummary } from '../../../../contract/accounts.ts'
import { useAppSelector } from '../../../app/state/store.ts'
import { Button } from '../../../ui/button.tsx'
import { type Followed, useFollows, useSetFollowedMutation } from './follow-api.ts'

/** Nothing for oneself, for blocked people, and where the reader cannot follow anyone. */
export function FollowPerson({ person: { _id, name, handle, avatar } }: { person: PersonSummary }) {
  const { people, status } = useFollows()
  const user = useAppSelector((state) => state.auth.user)
  if (user?._id === _id || user?.blocked?.includes(_id)) return null
  const isFollowed = people.some((person) => person._id === _id)
  const followed = { person: { _id, name, handle, avatar } }
  return <FollowButton followed={followed} name={name} on={isFollowed} status={status} />
}

export function FollowTag({ tag }: { tag: string }) {
  const { tags, status } = useFollows()
  return <FollowButton followed={{ tag }} name={`#${tag}`} on={tags.includes(tag)} status={status} />
}

type Props = {
  followed: Followed
  name: string
  on: boolean
  status: ReturnType<typeof useFollows>['status']
}

/** Invisible but in place until the state is known, so that nothing moves later. */
function FollowButton({ followed, name, on, status }: Props) {
  const [setFollowed] = useSetFollowedMutation()
  const isMember = useAppSelector((state) => state.auth.user?.role !== undefined)
  const Icon = on ? Check : Plus
  if (!isMember || status === 'failed' || status === 'missing') return null
  return (
    <Button
      variant={on ? 'secondary' : 'primary'}
      size="small"
      aria-label={`${on ? 'Following' : 'Follow'} ${name}`}
      aria-pressed={on}
      onClick={() => void setFollowed({ followed, isFollowed: !on })}
      className={`min-w-28 ${status === 'ready' ? '' : 'invisible'}`}
    >
      <Icon size={16} aria-hidden="true" />
      {on ? 'Following' : 'Follow'}
    </Button>
  )
}
