import { Check, Plus } from 'lucide-react'
import type { PersonSummary } from '../../../../contract/accounts.ts'
import { useAppDispatch, useAppSelector } from '../../../app/state/store.ts'
import { useIsExtended } from '../../../app/state/use-site.ts'
import { Button } from '../../../ui/button.tsx'
import { type Followed, setFollowed, useFollows } from './follow-api.ts'

export function FollowPerson({ person: { _id, name, handle, avatar } }: { person: PersonSummary }) {
  const user = useAppSelector((state) => state.auth.user)
  const isExtended = useIsExtended()
  if (!isExtended || !user || user._id === _id || user.blocked?.includes(_id)) return null
  return <FollowButton followed={{ person: { _id, name, handle, avatar } }} name={name} />
}

export function FollowTag({ tag }: { tag: string }) {
  const isMember = useAppSelector((state) => state.auth.user !== null)
  return isMember && <FollowButton followed={{ tag }} name={`#${tag}`} />
}

/** Invisible but in place until the state is known, so that nothing moves later. */
function FollowButton({ followed, name }: { followed: Followed; name: string }) {
  const { people, tags, status } = useFollows()
  const dispatch = useAppDispatch()
  const isFollowed =
    'tag' in followed ? tags.includes(followed.tag) : people.some(({ _id }) => _id === followed.person._id)
  const Icon = isFollowed ? Check : Plus
  if (status === 'failed') return null
  return (
    <Button
      variant={isFollowed ? 'secondary' : 'primary'}
      size="small"
      aria-label={`${isFollowed ? 'Following' : 'Follow'} ${name}`}
      aria-pressed={isFollowed}
      onClick={() => void dispatch(setFollowed(followed, !isFollowed))}
      className={`min-w-28 ${status === 'ready' ? '' : 'invisible'}`}
    >
      <Icon size={16} aria-hidden="true" />
      {isFollowed ? 'Following' : 'Follow'}
    </Button>
  )
}
