import { useState } from 'react'
import { useLocation } from 'react-router'
import { feedAt } from '../../app/state/post-slice.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { Frame } from '../../ui/layout/frame.tsx'
import { useHasColumns } from '../../ui/layout/has-columns.ts'
import { PageHeading } from '../../ui/layout/page.tsx'
import { ErrorBoundary } from '../../ui/routing/error-boundary.tsx'
import { EmptyFeed } from '../feeds/empty-feed.tsx'
import { Feed } from '../feeds/feed.tsx'
import { FeedNav } from '../feeds/feed-nav.tsx'
import { PostForm } from '../feeds/post-form.tsx'
import { SignInInvitation } from '../feeds/sign-in-invitation.tsx'
import { ALL, addressOfFeed, FEED_TITLES, type Feed as FeedOf, isOwn, readFeed } from '../posts/feeds.ts'
import { useKnowsFeeds } from '../posts/use-knows-feeds.ts'
import { PopularTags } from '../tags/popular-tags.tsx'
import { TagPage } from './tag-page.tsx'
import { UnsolvedQuestions } from './unsolved-questions.tsx'

export function PostsPage() {
  const { search } = useLocation()
  const isMember = useAppSelector((state) => state.auth.isAuthenticated === true)
  const knowsFeeds = useKnowsFeeds()
  const asked = readFeed(search)
  const feed = knowsFeeds && (isMember || !isOwn(asked.name)) ? asked : ALL
  if (feed.tag !== undefined) return <TagPage key={feed.tag} feed={feed} tag={feed.tag} />
  return <AllPosts feed={feed} isMember={isMember} />
}

function AllPosts({ feed, isMember }: { feed: FeedOf; isMember: boolean }) {
  const isKnown = useAppSelector((state) => feedAt(state.post, state.post.feed).ids.length > 0)
  const hasColumns = useHasColumns()
  return (
    <Frame
      nav={<FeedNav variant="column" />}
      aside={
        isKnown &&
        hasColumns && (
          <ErrorBoundary fallback={null}>
            <Aside hasQuestions={feed.name !== 'unanswered'} />
          </ErrorBoundary>
        )
      }
    >
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <PageHeading
          head={{ title: feed.name === 'all' ? undefined : FEED_TITLES[feed.name] }}
          className="text-xl font-semibold"
        >
          Posts
        </PageHeading>
        <p className="text-muted">Welcome to the community</p>
      </div>
      {isMember ? <PostForm /> : <SignInInvitation>Sign in to ask, answer and like.</SignInInvitation>}
      <div className="mt-3 border-t border-line">
        <FeedNav variant="tabs" />
        <Feed key={addressOfFeed(feed)} feed={feed} empty={<EmptyFeed feed={feed} isMember={isMember} />} />
      </div>
    </Frame>
  )
}

/** One after the other, so that the first does not move the second. */
function Aside({ hasQuestions }: { hasQuestions: boolean }) {
  const [isFirstKnown, setFirstKnown] = useState(!hasQuestions)
  return (
    <div className="grid gap-8">
      {hasQuestions && <UnsolvedQuestions onEnd={() => setFirstKnown(true)} />}
      {isFirstKnown && <PopularTags />}
    </div>
  )
}
