import { sql } from 'kysely'
import { Notification } from '../../../contract/notifications.ts'
import type { Context } from '../../context.ts'
import { inBatches } from '../../database/batches.ts'
import { asId } from '../../ids.ts'
import type { Serve } from '../../platform/http/handler.ts'
import { pageContent, pageResponse } from '../../platform/http/paging.ts'
import { findExcerpts } from './excerpts.ts'
import { namedIn, presentNotification, readEntry } from './present.ts'
import { countUnread, listNotifications, markRead } from './queries.ts'
import { deleteNotifications, retract } from './retract.ts'

export function notificationRoutes(serve: Serve, { db, settings, accountParts }: Context): void {
  accountParts.push(
    (trx, userId) => retract(trx, sql`actor_id = ${userId}`),
    (trx, userId) => deleteNotifications(trx, sql`user_id = ${userId}`),
  )

  serve('GET /api/notifications', async ({ member, page }) => {
    const rows = await listNotifications(db.kysely, member.id, page)
    const { entries, rest } = pageContent(rows, page.limit, readEntry, ({ position }) => position)
    const excerpts = await findExcerpts(
      db,
      entries.flatMap(({ value }) => namedIn(value) ?? []),
    )
    const shown = entries.flatMap(({ value: entry, position }) => {
      const value = presentNotification(settings, entry, excerpts)
      return value ? { value, position } : []
    })
    return pageResponse(Notification, { entries: shown, rest }, '/api/notifications', page.limit)
  })

  serve('PUT /api/notifications/read', async ({ member, body }) => {
    const post = body.post === null ? null : asId(body.post)
    // A malformed id is one of a post about which there is nothing.
    if (post !== undefined) {
      const runBatch = () => db.transaction((trx) => markRead(trx, member.id, post ?? undefined))
      if (!(await runBatch()).done) await inBatches(runBatch)
    }
    return { unread: await countUnread(db.kysely, member.id) }
  })
}
