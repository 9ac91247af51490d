import { hasRole, type Role } from '../../../contract/access.ts'
import type { NewSuspension } from '../../../contract/accounts.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/database.ts'
import type { Member } from '../../platform/http/caller.ts'
import { forbidden, requireFound } from '../../platform/http/refusals.ts'
import { after } from '../../platform/jobs/queries.ts'
import { holdWritesOf } from '../accounts/active-member.ts'
import { logAction } from '../accounts/audit-log.ts'
import { findMember, MEMBER_NOT_FOUND } from '../accounts/members/queries.ts'
import { requireRole } from '../accounts/roles.ts'
import { endSessions } from '../accounts/sessions.ts'
import { FOREVER } from '../accounts/suspension.ts'
import { syncProfile, syncVisibility } from './visibility.ts'

// Repeated in case the process is killed, and after requests admitted before have ended.
const SYNC_AGAIN = [5_000, 60_000]

export function outranks(actor: Role, target: Role): boolean {
  return actor !== target && hasRole(actor, target)
}

async function requireOutranked(trx: Queryable, actor: Member, id: string): Promise<void> {
  const { role } = await requireRole(trx, actor, 'moderator')
  const target = requireFound(await findMember(trx, id), MEMBER_NOT_FOUND)
  if (!outranks(role, target.role)) throw forbidden()
}

export function suspensions({ db, jobs }: Context) {
  const syncLater = jobs.define<{ userId: string }>('sync-visibility', {
    atOnce: 1,
    run: ({ userId }) => syncVisibility(db, userId),
  })

  const syncRepeatedly = async (trx: Queryable, userId: string) => {
    for (const pause of SYNC_AGAIN) await syncLater(trx, { userId }, after(trx, pause))
  }

  const endAt = jobs.define<{ userId: string; until: number }>('end-suspension', {
    atOnce: 1,
    run: ({ userId, until }, job) =>
      db.transaction(async (trx) => {
        if (await endSuspension(trx, userId, until)) {
          await logAction(trx, { action: 'lift', by: null, to: userId, details: 'It had ended' })
          await syncLater(trx, { userId })
        }
        await job.finish(trx)
      }),
  })

  return {
    async suspend(actor: Member, id: string, { until, reason }: NewSuspension): Promise<void> {
      await db.transaction(async (trx) => {
        await holdWritesOf(trx, id)
        await requireOutranked(trx, actor, id)
        await trx
          .updateTable('users')
          .set({ suspended_until: until ?? FOREVER, suspension_reason: reason })
          .where('id', '=', id)
          .execute()
        await endSessions(trx, id)
        await syncProfile(trx, id, true)
        await logAction(trx, {
          action: 'suspension',
          by: actor.id,
          to: id,
          reason,
          details: until ? `until ${new Date(until).toISOString()}` : null,
        })
        await syncRepeatedly(trx, id)
        if (until) await endAt(trx, { userId: id, until }, until)
      })
      await syncVisibility(db, id)
    },

    async lift(actor: Member, id: string): Promise<void> {
      await db.transaction(async (trx) => {
        await requireOutranked(trx, actor, id)
        if (!(await endSuspension(trx, id))) return
        await logAction(trx, { action: 'lift', by: actor.id, to: id })
        await syncRepeatedly(trx, id)
      })
      await syncVisibility(db, id)
    },
  }
}

async function endSuspension(trx: Queryable, userId: string, until?: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ suspended_until: null, suspension_reason: null })
    .where('id', '=', userId)
    .where('suspended_until', until === undefined ? 'is not' : '=', until ?? null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await syncProfile(trx, userId, false)
  return true
}
