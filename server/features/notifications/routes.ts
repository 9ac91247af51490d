import { sql } from 'kysely'
import { Notification } from '../../../contract/notifications.ts'
import type { App } from '../../context.ts'
import { inBatches } from '../../database/batches.ts'
import { asId } from '../../ids.ts'
import { pageResponse } from '../../platform/http/paging.ts'
import { requireActive } from '../accounts/active-member.ts'
import { countUnread } from '../accounts/own-account/cached-account.ts'
import { presentNotifications } from './present.ts'
import { listNotifications, markRead } from './queries.ts'
import { deleteNotifications, retract } from './retract.ts'
import { finishNotificationsInBackground } from './visibility.ts'

export function addNotifications({ serve, context }: App): void {
  const { db, accountDeletionSteps } = context
  finishNotificationsInBackground(context)
  accountDeletionSteps.push(
    (trx, userId) => retract(trx, sql`actor_id = ${userId}`),
    (trx, userId) => deleteNotifications(trx, sql`user_id = ${userId}`),
  )

  serve('GET /api/notifications', async ({ member, page }) => {
    const rows = await listNotifications(db.kysely, member.id, page)
    const items = await presentNotifications(context, rows.slice(0, page.limit))
    const rest = rows.length > page.limit ? rows[page.limit - 1]?.position : undefined
    return pageResponse(Notification, { items, rest }, '/api/notifications', page.limit)
  })

  serve('PUT /api/notifications/read', async ({ member, body }) => {
    const post = body.post === null ? null : asId(body.post)
    if (post !== undefined) {
      const runBatch = () =>
        db.transaction(async (trx) => {
          await requireActive(trx, member.id)
          return markRead(trx, member.id, post ?? undefined)
        })
      if (!(await runBatch()).done) await inBatches(runBatch)
    }
    return { unread: await countUnread(db.kysely, member.id) }
  })
}
