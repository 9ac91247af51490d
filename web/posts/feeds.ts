// Part of the first script, so that a feed is requested before React has loaded: do not import anything large.

import { FEEDS } from '../../contract/limits.ts'

/** A list of posts, as the API and the address name it. */
export type FeedName = (typeof FEEDS)[number]

export const FEED_TITLES: Record<FeedName, string> = {
  all: 'All',
  following: 'Following',
  questions: 'Questions',
  unanswered: 'Unanswered',
  'for-me': 'For me',
}

/** Feeds that differ from member to member. */
const OWN: FeedName[] = ['following', 'for-me']

export const isOwn = (name: FeedName): boolean => OWN.includes(name)

export type Feed = { name: FeedName; tag: string | undefined }

export const ALL: Feed = { name: 'all', tag: undefined }

/** The feed at `/posts` with this query. */
export function readFeed(search: string): Feed {
  const query = new URLSearchParams(search)
  return {
    name: FEEDS.find((name) => name === query.get('feed')) ?? 'all',
    tag: query.get('tag')?.normalize('NFC').toLowerCase() || undefined,
  }
}

export function filtersOf({ name, tag }: Feed): { feed?: FeedName; tag?: string } {
  return { ...(tag !== undefined && { tag }), ...(name !== 'all' && { feed: name }) }
}

/** The page's address of a feed, which also is the key of its list in the state. */
export function addressOfFeed(feed: Feed): string {
  // Encoded as the links in texts are, so that an address is always the same one.
  const query = Object.entries(filtersOf(feed)).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
  return query.length === 0 ? '/posts' : `/posts?${query.join('&')}`
}
