import type { Notification, NotificationKind } from '../../../contract/notifications.ts'
import type { Context } from '../../context.ts'
import { presentNotifications } from '../notifications/present.ts'
import { newestNotifications } from '../notifications/queries.ts'

const MAX_IN_DIGEST = 10

export async function findUnread(
  context: Context,
  userId: string,
  id: string,
): Promise<Notification | undefined> {
  const rows = await newestNotifications(context.db.kysely, userId)
    .where('id', '=', id)
    .where('read', '=', 0)
    .execute()
  const [notification] = await presentNotifications(context, rows)
  return notification?.value
}

export async function findForDigest(
  context: Context,
  userId: string,
  kinds: NotificationKind[],
  since: string | null,
): Promise<Notification[]> {
  if (kinds.length === 0) return []
  const rows = await newestNotifications(context.db.kysely, userId)
    .where('kind', 'in', kinds)
    .where('read', '=', 0)
    .$if(since !== null, (query) => query.where('position', '>', since ?? ''))
    .limit(MAX_IN_DIGEST)
    .execute()
  return (await presentNotifications(context, rows)).map(({ value }) => value)
}
