import { useLocation } from 'react-router'

// Where a visitor wanted to go before signing in. It is in the history, so that a reload keeps it.

const PLACES = [
  { path: /^\/posts\/[^/]/, name: 'the post', reason: 'Sign in to read this post.' },
  { path: /^\/posts(?:$|\?)/, name: 'the feed', reason: 'Sign in to read posts.' },
  { path: /^\/profiles/, name: 'developers', reason: 'Sign in to see developers.' },
  { path: /^\/(?:profile\/|@)/, name: 'the profile', reason: 'Sign in to see this profile.' },
  { path: /^\/search/, name: 'your search', reason: 'Sign in to search.' },
  { path: /^\/notifications/, name: 'notifications', reason: 'Sign in to see your notifications.' },
  { path: /^\/bookmarks/, name: 'bookmarks', reason: 'Sign in to see your bookmarks.' },
  { path: /^\/(?:create|edit|add)-/, name: 'your profile', reason: 'Sign in to edit your profile.' },
  { path: /^\/settings/, name: 'settings', reason: 'Sign in to change your settings.' },
  { path: /^\/admin/, name: 'the admin pages', reason: 'Sign in as a moderator to open this page.' },
]

export function useDestination() {
  const { state } = useLocation()
  const to: unknown = state?.destination
  if (typeof to !== 'string') return undefined
  const place = PLACES.find(({ path }) => path.test(to))
  return place && { to, name: place.name, reason: place.reason }
}
