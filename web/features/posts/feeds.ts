// Part of the first script, which requests a feed before React has loaded: do not import anything large.

import { FEEDS } from '../../../contract/limits.ts'
import type { Post } from '../../../contract/posts.ts'

const ADDRESS = '/posts'

export type FeedName = (typeof FEEDS)[number]

export const FEED_TITLES: Record<FeedName, string> = {
  all: 'All',
  following: 'Following',
  questions: 'Questions',
  unanswered: 'Unsolved',
  'for-me': 'For you',
}

const OWN: FeedName[] = ['following', 'for-me']

export const isOwn = (name: FeedName): boolean => OWN.includes(name)

export const hasQuestionRows = ({ name, tag }: Feed): boolean =>
  tag !== undefined || !['all', 'following'].includes(name)

export type Feed = { name: FeedName; tag: string | undefined }

export const ALL: Feed = { name: 'all', tag: undefined }

export function readFeed(search: string): Feed {
  const query = new URLSearchParams(search)
  return {
    name: FEEDS.find((name) => name === query.get('feed')) ?? 'all',
    tag: query.get('tag')?.normalize('NFC').toLowerCase() || undefined,
  }
}

export const feedOf = (address: string): Feed => readFeed(address.slice(ADDRESS.length))

export function belongsTo({ question, solved, tags }: Post, { name, tag }: Feed): boolean {
  if (tag !== undefined && !tags?.includes(tag)) return false
  if (name === 'all') return true
  return Boolean(question) && (name === 'questions' || (name === 'unanswered' && !solved))
}

export function filtersOf({ name, tag }: Feed): { feed?: FeedName; tag?: string } {
  return { ...(tag !== undefined && { tag }), ...(name !== 'all' && { feed: name }) }
}

export function addressOfFeed(feed: Feed): string {
  // Encoded like links in texts, so that each feed has one address.
  const query = Object.entries(filtersOf(feed)).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
  return query.length === 0 ? ADDRESS : `${ADDRESS}?${query.join('&')}`
}
