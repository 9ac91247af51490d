import { usePerson } from '../accounts/people/people-api.ts'
import { PostsOfPerson } from '../feeds/posts-of-person.tsx'
import { ProfileEmail } from './header/profile-email.tsx'
import { useContactQuery } from './profile-api.ts'

// Separate from the profile, because their queries would delay the first paint of those who only visit it.

export { AnsweredTags } from './answered-tags.tsx'
export { ReaderHeader } from './header/reader-header.tsx'

/** Loaded separately, because everybody gets the same profile. A line is kept free for it. */
export function EmailForMembers({ userId }: { userId: string }) {
  const { currentData: contact, isFetching } = useContactQuery(userId)
  if (isFetching && !contact) return <p className="py-0.5">&nbsp;</p>
  return contact?.email && <ProfileEmail email={contact.email} />
}

/** Nothing on a server without the call for people. */
export function PostsOfProfile({ userId }: { userId: string }) {
  const { person } = usePerson(userId)
  return person && person.postCount > 0 && <PostsOfPerson person={person} />
}
