import { useLocation } from 'react-router'

// Where a visitor wanted to go before signing in. It is in the history, so that a reload keeps it.

const PLACES = [
  { path: /^\/posts\/[^/]/, name: 'the post', reason: 'Only members can read this post.' },
  { path: /^\/posts\?/, name: 'the feed', reason: 'Only members can read posts.' },
  { path: /^\/search/, name: 'your search', reason: 'Only members can search.' },
  { path: /^\/notifications/, name: 'notifications', reason: 'Your notifications are behind this form.' },
  { path: /^\/bookmarks/, name: 'bookmarks', reason: 'Your bookmarks are behind this form.' },
  { path: /^\/settings/, name: 'settings', reason: 'Your settings are behind this form.' },
  { path: /^\/admin/, name: 'the admin pages', reason: 'Only moderators can open this page.' },
]

/** Undefined for the pages that the navigation bar and the dashboard link to. */
export function useDestination() {
  const { state } = useLocation()
  const to: unknown = state?.destination
  if (typeof to !== 'string') return undefined
  const place = PLACES.find(({ path }) => path.test(to))
  return place && { to, name: place.name, reason: place.reason }
}

export const withDestination = (to: string | undefined) => (to ? { destination: to } : undefined)
