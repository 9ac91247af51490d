import { CREDENTIAL_BYTES, MAX_CREDENTIALS } from '../../../contract/limits.ts'
import type { NewEducation, NewExperience } from '../../../contract/profiles.ts'
import type { Queryable } from '../../database/database.ts'
import { newId } from '../../ids.ts'
import { invalid } from '../../platform/http/refusals.ts'
import { profileEdited } from '../topics.ts'
import { lockProfile } from './queries.ts'

type Credential =
  | { table: 'experience'; fields: NewExperience }
  | { table: 'education'; fields: NewEducation }
type Credentials =
  | { table: 'experience'; fields: NewExperience[] }
  | { table: 'education'; fields: NewEducation[] }

function columnsOf({ from, to, current, ...texts }: NewExperience | NewEducation) {
  return { ...texts, from_date: from, to_date: current ? null : to, current: current ? 1 : 0 }
}

export async function addCredentials(
  trx: Queryable,
  userId: string,
  { table, fields }: Credentials,
): Promise<void> {
  if (fields.length === 0) return
  const rows = fields.map((credential) => ({ id: newId(), user_id: userId, ...columnsOf(credential) }))
  await trx
    .insertInto(table)
    .values(rows as never)
    .execute()
  await credentialsChanged(trx, table, userId)
}

export async function updateCredential(
  trx: Queryable,
  userId: string,
  id: string,
  credential: Credential,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable(credential.table)
    .set(columnsOf(credential.fields) as never)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await credentialsChanged(trx, credential.table, userId)
  return numUpdatedRows > 0n
}

async function credentialsChanged(trx: Queryable, table: Credential['table'], userId: string): Promise<void> {
  await lockProfile(trx, userId)
  const rows = await trx.selectFrom(table).selectAll().where('user_id', '=', userId).execute()
  if (rows.length > MAX_CREDENTIALS) {
    throw invalid({ msg: `You can add at most ${MAX_CREDENTIALS} ${table} credentials` })
  }
  if (bytesOfTexts(rows) > CREDENTIAL_BYTES) {
    throw invalid({ msg: `Your ${table} credentials are too long in total` })
  }
  profileEdited(trx, userId)
}

export function bytesOfTexts(rows: object[]): number {
  return Buffer.byteLength(JSON.stringify(rows.map((row) => Object.values(row))))
}

export async function removeCredential(
  trx: Queryable,
  table: Credential['table'],
  userId: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom(table)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numDeletedRows > 0n) profileEdited(trx, userId)
  return numDeletedRows > 0n
}
