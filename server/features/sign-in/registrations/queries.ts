import { sql } from 'kysely'
import { Pending } from '../../../../contract/accounts.ts'
import { MAX_PENDING_REGISTRATIONS, PENDING_REGISTRATION_DAYS } from '../../../../contract/limits.ts'
import { deleteInBatches } from '../../../database/batches.ts'
import type { Database, Queryable } from '../../../database/database.ts'
import { countRows } from '../../../database/expressions.ts'
import { holdLock } from '../../../database/named-lock.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { idAt, LAST_ID, newId } from '../../../ids.ts'
import { CachedResponse, toJson } from '../../../platform/cache/cached-response.ts'
import type { Page } from '../../../platform/http/paging.ts'
import { invalid, Refusal } from '../../../platform/http/refusals.ts'
import { emailKey, findUserByEmail } from '../../accounts/queries.ts'

// Registrations are not in `users`, so they appear nowhere.

type Registration = Omit<Tables['registrations'], 'id' | 'email_key'>

const HOUR = 60 * 60
const DAY = 24 * HOUR * 1_000
const WAITING = 'Your registration is waiting for approval'

export const REGISTRATION_NOT_FOUND = 'Registration not found'

export const waitingForApproval = () => new Refusal(403, [{ msg: WAITING }])

export const pending = () =>
  new CachedResponse({ status: 202, body: toJson(Pending, { pending: true, msg: WAITING }) })

export const emailTaken = () => invalid({ msg: 'User already exists', field: 'email' })

const queueFull = () =>
  new Refusal(429, [{ msg: 'Too many registrations are waiting for approval, please try again later' }], HOUR)

export const holdEmail = (trx: Queryable, email: string) => holdLock(trx, `email:${emailKey(email)}`)

export function findWaiting(
  db: Queryable,
  { email, issuer = '', subject = '' }: { email: string; issuer?: string; subject?: string },
) {
  return db
    .selectFrom('registrations')
    .selectAll()
    .where(({ eb, or, and }) => or([eb('email_key', '=', emailKey(email)), and({ issuer, subject })]))
    .executeTakeFirst()
}

export async function insertRegistration(trx: Queryable, registration: Registration): Promise<void> {
  const { email } = registration
  await holdEmail(trx, email)
  if ((await findUserByEmail(trx, email)) || (await findWaiting(trx, { email }))) throw emailTaken()
  await holdLock(trx, 'registrations')
  if ((await countRows(trx.selectFrom('registrations'))) >= MAX_PENDING_REGISTRATIONS) throw queueFull()
  await trx
    .insertInto('registrations')
    .values({ ...registration, id: newId(), email_key: emailKey(email) })
    .execute()
}

export function listRegistrations(db: Queryable, { limit, before = LAST_ID }: Page) {
  return db
    .selectFrom('registrations')
    .select(['id', 'name', 'email', 'note'])
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

export function takeRegistration(trx: Queryable, id: string) {
  return trx.deleteFrom('registrations').where('id', '=', id).returningAll().executeTakeFirst()
}

export async function deleteWaiting(trx: Queryable, email: string): Promise<void> {
  await trx.deleteFrom('registrations').where('email_key', '=', emailKey(email)).execute()
}

export function forgetOldRegistrations(db: Database): Promise<void> {
  const oldest = idAt(Date.now() - PENDING_REGISTRATION_DAYS * DAY)
  return deleteInBatches(db, 'registrations', 'id', sql`id < ${oldest}`)
}
