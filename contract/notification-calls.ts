import { Type } from 'typebox'
import type { Call } from './call.ts'
import { Notification, ReadMark, Unread } from './notifications.ts'
import { paged } from './queries.ts'

export const notificationCalls = {
  'GET /api/notifications': {
    id: 'listNotifications',
    summary: 'Your notifications',
    description:
      'A page of what others did that concerns you, newest first. While an entry is unread, everything of the ' +
      'same kind on the same post or comment joins it.',
    access: 'member',
    ...paged,
    answer: Type.Array(Notification),
  },
  'PUT /api/notifications/read': {
    id: 'markNotificationsRead',
    summary: 'Mark notifications as read',
    description: 'Marks all of your notifications as read, or only those about one post.',
    access: 'member',
    body: ReadMark,
    answer: Unread,
  },
} as const satisfies Record<string, Call>
