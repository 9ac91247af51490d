import { type Static, Type } from 'typebox'
import { Id, Moment, PersonSummary } from './accounts.ts'
import type { Call } from './call.ts'
import { optionalId } from './fields/fields.ts'
import { type FormValue, form } from './fields/form.ts'
import { paged } from './fields/queries.ts'
import { MAX_ACTORS_SHOWN, NOTIFICATION_KINDS, UNREAD_COUNTED } from './limits.ts'

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

const idOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid', description })

/** Events of one kind on the same subject share a notification until it is read. */
export const Notification = Type.Object({
  _id: Id,
  kind: Type.Unsafe<NotificationKind>({ type: 'string', enum: [...NOTIFICATION_KINDS] }),
  actors: Type.Array(PersonSummary, {
    maxItems: MAX_ACTORS_SHOWN,
    description: 'Who did it last, newest first; nobody if it was a moderator',
  }),
  count: Type.Integer({ minimum: 1, description: 'The number of likes, comments, replies and so on' }),
  post: idOrNull('The post that it is about; null for a follower'),
  comment: idOrNull('The newest comment that it is about, or your own one that was accepted or removed'),
  excerpt: Type.String({
    description:
      'The start of the comment, or else of the post, as plain text; the reason if a moderator removed it',
  }),
  date: Moment,
  read: Type.Boolean(),
})
export type Notification = Static<typeof Notification>

export const ReadMark = form({ post: optionalId('Post') })
export type ReadMark = FormValue<typeof ReadMark>

export const Unread = Type.Object({
  unread: Type.Integer({
    minimum: 0,
    maximum: UNREAD_COUNTED,
    description: `How many notifications are unread, counted up to ${UNREAD_COUNTED}`,
  }),
})
export type Unread = Static<typeof Unread>

export const notificationCalls = {
  'GET /api/notifications': {
    id: 'listNotifications',
    summary: 'Your notifications',
    description:
      'A page of what others did that concerns you, newest first. While a notification is unread, everything of the ' +
      'same kind on the same post or comment joins it.',
    access: 'member',
    ...paged,
    response: Type.Array(Notification),
  },
  'PUT /api/notifications/read': {
    id: 'markNotificationsRead',
    summary: 'Mark notifications as read',
    description: 'Marks all of your notifications as read, or only those about one post.',
    access: 'member',
    body: ReadMark,
    response: Unread,
  },
} as const satisfies Record<string, Call>
