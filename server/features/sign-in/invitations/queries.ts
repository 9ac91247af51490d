import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { NewInvitation } from '../../../../contract/sign-in.ts'
import type { Queryable } from '../../../database/database.ts'
import { currentTime } from '../../../database/expressions.ts'
import { LAST_ID, newId } from '../../../ids.ts'
import type { Page } from '../../../platform/http/paging.ts'
import { invalid } from '../../../platform/http/refusals.ts'
import { findSiteSettings } from '../../site/site-settings.ts'

const DAY = 24 * 60 * 60_000

export async function insertInvitation(trx: Queryable, userId: string, { uses, days }: NewInvitation) {
  const id = newId()
  await trx
    .insertInto('invitations')
    .values({
      id,
      code: randomBytes(12).toString('base64url'),
      created_by: userId,
      uses,
      used: 0,
      expires_at: sql<number>`${currentTime(trx)} + ${days * DAY}`,
    })
    .execute()
  return id
}

export type InvitationRow = Awaited<ReturnType<typeof findInvitation>>

const selectInvitations = (db: Queryable) =>
  db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'created_by')
    .select(['invitations.id', 'code', 'uses', 'used', 'expires_at', 'created_by', 'name'])

export function findInvitation(db: Queryable, id: string) {
  return selectInvitations(db).where('invitations.id', '=', id).executeTakeFirstOrThrow()
}

export function listInvitations(
  db: Queryable,
  userId: string | undefined,
  { limit, before = LAST_ID }: Page,
) {
  return selectInvitations(db)
    .$if(userId !== undefined, (query) => query.where('created_by', '=', userId ?? ''))
    .where('invitations.id', '<', before)
    .orderBy('invitations.id', 'desc')
    .limit(limit + 1)
    .execute()
}

export function deleteInvitation(trx: Queryable, id: string, userId: string | undefined) {
  return trx
    .deleteFrom('invitations')
    .where('id', '=', id)
    .$if(userId !== undefined, (query) => query.where('created_by', '=', userId ?? ''))
    .returning('created_by')
    .executeTakeFirst()
}

export async function redeemOptionalInvitation(trx: Queryable, code: string | null): Promise<string | null> {
  if (code === null || !(await isOpen(trx, code))) return null
  const redeemed = await trx
    .updateTable('invitations')
    .set({ used: sql<number>`used + 1` })
    .where('code', '=', code)
    .whereRef('used', '<', 'uses')
    .returning('created_by')
    .executeTakeFirst()
  return redeemed?.created_by ?? null
}

const invitationNeeded = () => invalid({ msg: 'An invitation is needed', field: 'invitation' })

/** Refuses before a password is hashed. */
export async function requireInvitation(db: Queryable, code: string | null): Promise<void> {
  const { registration } = await findSiteSettings(db)
  if (registration === 'closed') throw invalid({ msg: 'Registration is closed' })
  if (registration === 'invite' && !(code && (await isOpen(db, code)))) throw invitationNeeded()
}

/** A suspended member could otherwise return under another name. */
async function isOpen(db: Queryable, code: string): Promise<boolean> {
  const invitation = await db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'created_by')
    .select('invitations.id')
    .where('code', '=', code)
    .where('expires_at', '>', currentTime(db))
    .whereRef('used', '<', 'uses')
    .where('suspended_until', 'is', null)
    .executeTakeFirst()
  return invitation !== undefined
}

export async function redeemInvitation(trx: Queryable, code: string | null): Promise<string | null> {
  const invitedBy = await redeemOptionalInvitation(trx, code)
  if (invitedBy !== null) return invitedBy
  if ((await findSiteSettings(trx)).registration === 'invite') throw invitationNeeded()
  return null
}
