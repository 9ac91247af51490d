import type { App } from '../../context.ts'
import { asId } from '../../ids.ts'
import { notFound, requireFound } from '../../platform/http/refusals.ts'
import { requireActive } from './active-member.ts'
import { forgetOldAttempts } from './attempts.ts'
import { blockRoutes } from './blocks/routes.ts'
import { closeAccount, deleteClosedAccount, finishDeletions } from './deletion.ts'
import { exportRoutes } from './export/routes.ts'
import { giveHandles } from './handles.ts'
import { memberRoutes } from './members/routes.ts'
import { ownAccountRoutes } from './own-account/routes.ts'
import { passwordHashes } from './passwords.ts'
import { peopleRoutes } from './people.ts'
import { endSession, forgetExpiredSessions, listSessions } from './sessions.ts'

export function addAccounts({ serve, context }: App): void {
  const { db, maintenance, gauges } = context
  gauges.push({
    name: 'password_hashes_waiting',
    help: 'Passwords waiting to be hashed',
    read: () => passwordHashes.waiting,
  })
  maintenance.add(
    () => finishDeletions(context),
    () => forgetExpiredSessions(db),
    () => forgetOldAttempts(db),
    () => giveHandles(db),
  )

  ownAccountRoutes(serve, context)
  exportRoutes(serve, context)
  memberRoutes(serve, context)
  peopleRoutes(serve, context)
  blockRoutes(serve, context)

  serve('GET /api/auth/sessions', ({ member }) => listSessions(db.kysely, member))

  serve('DELETE /api/auth/sessions/:id', async ({ member, params }) => {
    const id = requireFound(asId(params.id), 'Session not found')
    const isEnded = await db.transaction(async (trx) => {
      await requireActive(trx, member.id)
      return endSession(trx, member.id, id)
    })
    if (!isEnded) throw notFound('Session not found')
    return listSessions(db.kysely, member)
  })

  serve('DELETE /api/profile', async ({ member }) => {
    await closeAccount(db, member.id)
    await deleteClosedAccount(context, member.id)
    return { msg: 'User deleted' }
  })
}
