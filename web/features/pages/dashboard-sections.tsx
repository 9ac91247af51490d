import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Post } from '../../../contract/posts.ts'
import type { Profile } from '../../../contract/profiles.ts'
import { listedPosts } from '../../app/state/post-slice.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { useIsExtended } from '../../app/state/use-site.ts'
import { WRITE } from '../../ui/routing/use-go.ts'
import { useWithoutHidden } from '../accounts/blocks/use-hidden-people.ts'
import { byPerson, usePersonQuery } from '../accounts/people/people-api.ts'
import { useQuestionsQuery } from '../feeds/question-api.ts'
import { useQuestionsForMeQuery } from '../feeds/recommendations/recommendation-api.ts'
import { useNotificationsInfiniteQuery } from '../notifications/notification-api.ts'
import { NotificationItem } from '../notifications/notification-item.tsx'
import { addressOfFeed } from '../posts/feeds.ts'
import { QuestionLinks } from '../posts/questions.tsx'

const LISTED = 3
const NONE: Post[] = []

export function useHome() {
  const { _id = '', unread = 0 } = useAppSelector((state) => state.auth.user) ?? {}
  // As on arrival: a section that appears later would move the rest.
  const [hasUnread] = useState(unread > 0)
  const isExtended = useIsExtended()
  const notifications = useNotificationsInfiniteQuery(undefined, { skip: !hasUnread })
  const open = useQuestionsQuery({ query: { author: _id, feed: 'unanswered' } }, { skip: !isExtended })
  const answerable = useQuestionsForMeQuery(undefined, { skip: !isExtended })
  return {
    isLoading: [notifications, open, answerable].some(({ isLoading }) => isLoading),
    unread: notifications.data?.pages.flatMap(({ items }) => items).filter(({ read }) => !read) ?? [],
    openQuestions: open.data?.items ?? NONE,
    answerable: useWithoutHidden(answerable.data ?? NONE),
  }
}

export function HomeSections({ home }: { home: ReturnType<typeof useHome> }) {
  const { unread, openQuestions, answerable } = home
  return (
    <div className="mb-10 grid max-w-[40rem] gap-8 empty:hidden">
      {unread.length > 0 && (
        <Section
          heading="Unread notifications"
          more={{ to: '/notifications', text: 'See all notifications' }}
        >
          <ul className="grid gap-1">
            {unread.slice(0, LISTED).map((item) => (
              <li key={item._id}>
                <NotificationItem of={item} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {openQuestions.length > 0 && (
        <Section heading="Your open questions">
          <QuestionLinks questions={openQuestions.slice(0, LISTED)} isOwn />
        </Section>
      )}
      {answerable.length > 0 && (
        <Section
          heading="Questions you could answer"
          more={{ to: addressOfFeed({ name: 'for-me', tag: undefined }), text: 'See all' }}
        >
          <QuestionLinks questions={answerable.slice(0, LISTED)} />
        </Section>
      )}
    </div>
  )
}

type SectionProps = { heading: string; more?: { to: string; text: string }; children: ReactNode }

function Section({ heading, more, children }: SectionProps) {
  return (
    <section aria-label={heading}>
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl font-semibold">{heading}</h2>
        {more && (
          <Link to={more.to} className="text-link py-0.5 text-sm">
            {more.text}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}

const NEW_FOR = 7 * 24 * 60 * 60 * 1000

export function useFirstSteps(profile: Profile | null, isProfileKnown: boolean) {
  const { _id = '', date } = useAppSelector((state) => state.auth.user) ?? {}
  const isExtended = useIsExtended()
  const hasExperience = (profile?.experience.length ?? 0) > 0
  const isNew = date !== undefined && Date.now() - Date.parse(date) < NEW_FOR
  const isWanted = isNew || (isProfileKnown && !hasExperience)
  const { currentData: person, isFetching } = usePersonQuery(byPerson(_id), {
    skip: !isWanted || !isExtended,
  })
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
