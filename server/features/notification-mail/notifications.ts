import type { Notification, NotificationKind } from '../../../contract/notifications.ts'
import type { Context } from '../../context.ts'
import { presentNotifications } from '../notifications/present.ts'
import { findNotifications } from '../notifications/queries.ts'

const MAX_IN_DIGEST = 10

export async function findUnread(
  context: Context,
  userId: string,
  id: string,
): Promise<Notification | undefined> {
  const rows = await findNotifications(context.db.kysely, userId, (query) =>
    query.where('id', '=', id).where('read', '=', 0),
  )
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
  const rows = await findNotifications(context.db.kysely, userId, (query) =>
    query
      .where('kind', 'in', kinds)
      .where('read', '=', 0)
      .$if(since !== null, (all) => all.where('position', '>', since ?? ''))
      .limit(MAX_IN_DIGEST),
  )
  return (await presentNotifications(context, rows)).map(({ value }) => value)
}
