import { ArrowLeft } from 'lucide-react'
import { useAppSelector } from '../../app/state/store.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Frame } from '../../ui/layout/frame.tsx'
import { PageHeading } from '../../ui/layout/page.tsx'
import { plural } from '../../ui/plural.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { addressOfFeed, type Feed as FeedOf } from '../posts/feeds.ts'
import { useTagQuery } from '../tags/tag-api.ts'
import { TagPeople } from '../tags/tag-lists.tsx'
import { EmptyFeed } from './empty-feed.tsx'
import { Feed } from './feed.tsx'
import { FeedNav } from './feed-nav.tsx'
import { FollowTag } from './follows/follow-button.tsx'

export function TagPage({ feed, tag }: { feed: FeedOf; tag: string }) {
  const isMember = useAppSelector((state) => state.auth.isAuthenticated === true)
  const { currentData: known, isFetching } = useTagQuery({ params: { tag } })
  return (
    <Frame nav={<FeedNav variant="column" />}>
      <ButtonLink to="/posts" variant="quiet" size="small" className="-ml-3">
        <ArrowLeft size={16} aria-hidden="true" /> All posts
      </ButtonLink>
      <div className="mt-3 flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <PageHeading head={{ title: `#${tag}` }} className="min-w-0 font-mono text-2xl font-semibold">
          <bdi>#{tag}</bdi>
        </PageHeading>
        <FollowTag tag={tag} />
      </div>
      {known && (
        <>
          <p className="mt-1 text-muted">{plural(known.count, 'post')}</p>
          <TagPeople tag={known} />
        </>
      )}
      {/* The list waits for what is above it, so that it does not move. */}
      {isFetching && !known ? (
        <Spinner />
      ) : (
        <div className="mt-6 border-t border-line">
          <FeedNav variant="tabs" tag={tag} />
          <Feed key={addressOfFeed(feed)} feed={feed} empty={<EmptyFeed feed={feed} isMember={isMember} />} />
        </div>
      )}
    </Frame>
  )
}
