import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Profile } from '../../../contract/profiles.ts'
import { listedPosts } from '../../app/state/post-slice.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { WRITE } from '../../ui/routing/write-hash.ts'

const NEW_FOR = 7 * 24 * 60 * 60 * 1000

/** Null once experience is added and a post is listed; an older account needs no post. */
export function useFirstSteps(profile: Profile | null) {
  const user = useAppSelector((state) => state.auth.user)
  const hasPosted = useAppSelector(({ post }) => listedPosts(post).some((post) => post.user === user?._id))
  const hasExperience = (profile?.experience.length ?? 0) > 0
  const isNew = user?.date !== undefined && Date.now() - Date.parse(user.date) < NEW_FOR
  if (hasExperience && (hasPosted || !isNew)) return null
  return { hasProfile: profile !== null, hasExperience, hasPosted }
}

export function FirstSteps({ done }: { done: NonNullable<ReturnType<typeof useFirstSteps>> }) {
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
