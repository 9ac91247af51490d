import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Profile } from '../../../contract/profiles.ts'
import { listedPosts } from '../../app/state/post-slice.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { WRITE } from '../../ui/routing/write-hash.ts'
import { byPerson, usePersonQuery } from '../accounts/people/people-api.ts'

const NEW_FOR = 7 * 24 * 60 * 60 * 1000

/** None once experience is added and a post is written; an older account needs no post. */
export function useFirstSteps(profile: Profile | null, isProfileKnown: boolean) {
  const { _id = '', handle, date } = useAppSelector((state) => state.auth.user) ?? {}
  const hasExperience = (profile?.experience.length ?? 0) > 0
  const isNew = date !== undefined && Date.now() - Date.parse(date) < NEW_FOR
  const isWanted = isNew || (isProfileKnown && !hasExperience)
  // Servers without handles do not count posts.
  const { currentData: person, isFetching } = usePersonQuery(byPerson(_id), { skip: !isWanted || !handle })
  const hasListed = useAppSelector(({ post }) => listedPosts(post).some(({ user }) => user === _id))
  const hasPosted = person ? person.postCount > 0 : hasListed
  const isDone = hasExperience && (hasPosted || !isNew)
  return {
    isLoading: isFetching && !person,
    done: isDone ? null : { hasProfile: profile !== null, hasExperience, hasPosted },
  }
}

type Done = NonNullable<ReturnType<typeof useFirstSteps>['done']>

export function FirstSteps({ done }: { done: Done }) {
  return (
    <section className="mb-8 columns:absolute columns:top-1 columns:left-full columns:mb-0 columns:ml-8 columns:w-70">
      <h2 className="caption mb-3">Get started</h2>
      <ol className="grid gap-3">
        <Step isDone>Create your account</Step>
        <Step isDone={done.hasProfile}>Create your profile</Step>
        <Step isDone={done.hasExperience}>Add your experience</Step>
        <Step isDone={done.hasPosted}>
          <Link to={`/posts${WRITE}`} className="text-link">
            Say hello to the community
          </Link>
        </Step>
      </ol>
    </section>
  )
}

function Step({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  return (
    <li className={`flex gap-3 ${isDone ? 'text-muted' : ''}`}>
      <span
        className={`mt-0.5 grid size-5 shrink-0 place-items-center rounded-md border ${isDone ? 'border-fresh bg-fresh-soft text-fresh' : 'border-line-strong'}`}
      >
        {isDone && <Check size={14} role="img" aria-label="Done" />}
      </span>
      <span>{children}</span>
    </li>
  )
}
