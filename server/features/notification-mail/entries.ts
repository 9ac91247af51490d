import type { Notification, NotificationKind } from '../../../contract/notifications.ts'
import type { Context } from '../../context.ts'
import { findExcerpts } from '../notifications/excerpts.ts'
import { namedIn, presentNotification, readEntry } from '../notifications/present.ts'
import { findNotifications, type NotificationRow } from '../notifications/queries.ts'

async function present({ db, settings }: Context, rows: NotificationRow[]): Promise<Notification[]> {
  const entries = rows.map(readEntry)
  const excerpts = await findExcerpts(
    db,
    entries.flatMap((entry) => namedIn(entry) ?? []),
  )
  return entries.flatMap((entry) => presentNotification(settings, entry, excerpts) ?? [])
}

/** A notification as it is now; undefined if there is nothing left to tell, or it was read. */
export async function findUnread(context: Context, userId: string, id: string) {
  const rows = await findNotifications(context.db.kysely, userId, (query) => query.where('id', '=', id))
  const [notification] = await present(context, rows)
  return notification?.read ? undefined : notification
}

const MOST = 10

/** The unread ones of these kinds since the last daily mail, newest first. */
export async function findDaily(
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
      .limit(MOST),
  )
  return present(context, rows)
}
