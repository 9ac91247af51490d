import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Post } from '../../../contract/posts.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { useWithoutHidden } from '../accounts/blocks/use-hidden-people.ts'
import { useNotificationsInfiniteQuery } from '../notifications/notification-api.ts'
import { NotificationItem } from '../notifications/notification-item.tsx'
import { addressOfFeed } from '../posts/feeds.ts'
import { QuestionLinks } from '../posts/question-links.tsx'
import { useKnowsFeeds } from '../posts/use-knows-feeds.ts'
import { useQuestionsForMeQuery } from '../search/matching/matching-api.ts'
import { useQuestionsQuery } from './question-api.ts'

const LISTED = 3
const NONE: Post[] = []

export function useHome() {
  const { _id = '', unread = 0 } = useAppSelector((state) => state.auth.user) ?? {}
  // As on arrival: a section that appears later would move the rest.
  const [hasUnread] = useState(unread > 0)
  const knowsFeeds = useKnowsFeeds()
  const notifications = useNotificationsInfiniteQuery(undefined, { skip: !hasUnread })
  const open = useQuestionsQuery({ query: { author: _id, feed: 'unanswered' } }, { skip: !knowsFeeds })
  const answerable = useQuestionsForMeQuery(undefined, { skip: !knowsFeeds })
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
