import { Type } from 'typebox'
import { MAX_HANDLE_LENGTH, MIN_HANDLE_LENGTH } from '../limits.ts'
import type { Field } from './form.ts'

const FORM = new RegExp(`^[a-z][a-z\\d_-]{${MIN_HANDLE_LENGTH - 1},${MAX_HANDLE_LENGTH - 1}}$`)

/** Names that look official, and the first path segment of every page. */
const RESERVED = new Set([
  ...['admin', 'administrator', 'developer-connector', 'help', 'mod', 'moderator', 'official', 'owner'],
  ...['root', 'security', 'staff', 'support', 'system', 'team', 'webmaster'],
  ...['all', 'anonymous', 'anyone', 'deleted', 'everyone', 'guest', 'here', 'me', 'nobody', 'null', 'self'],
  ...['undefined', 'user', 'you'],
  ...[
    'login',
    'register',
    'forgot-password',
    'reset-password',
    'confirm-email',
    'setup',
    'profiles',
    'profile',
    'dashboard',
    'settings',
    'create-profile',
    'edit-profile',
  ],
  ...['add-experience', 'add-education', 'edit-experience', 'edit-education', 'posts'],
  ...['add-project', 'edit-project'],
  ...['about', 'account', 'api', 'assets', 'bookmarks', 'docs', 'events', 'explore', 'feed', 'healthz'],
  ...[
    'history',
    'home',
    'imprint',
    'invitation',
    'invitations',
    'logout',
    'members',
    'metrics',
    'new',
    'notifications',
  ],
  ...[
    'people',
    'pictures',
    'privacy',
    'questions',
    'report',
    'reset',
    'robots',
    'rules',
    'search',
    'sign-in',
    'sitemap',
  ],
  ...['readyz', 'skills', 'static', 'tag', 'tags', 'terms', 'unsubscribe', 'users'],
])

export const Handle = Type.String({
  description: 'The unique name that others mention the person by; it may change',
})

export function isReserved(handle: string): boolean {
  return RESERVED.has(handle)
}

export function isHandle(text: string): boolean {
  return FORM.test(text) && !RESERVED.has(text)
}

/** Stored in lower case, because handles are unique regardless of case. */
export function handle(label: string): Field<string> {
  return {
    schema: Type.String({
      minLength: MIN_HANDLE_LENGTH,
      maxLength: MAX_HANDLE_LENGTH,
      pattern: '^[A-Za-z][A-Za-z0-9_-]*$',
      description: 'Letters a to z, digits, - and _, starting with a letter; stored in lower case',
    }),
    required: true,
    read(input) {
      const value = typeof input === 'string' ? input.trim().toLowerCase() : ''
      return isHandle(value) ? { value } : { msg: `${label} is not valid` }
    },
  }
}
