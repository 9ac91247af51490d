import { sql } from 'kysely'
import { CREDENTIAL_BYTES, MAX_CREDENTIALS } from '../../../contract/limits.ts'
import type { NewEducation, NewExperience } from '../../../contract/profiles.ts'
import { profileEdited } from '../../database/changes/topics.ts'
import type { Queryable } from '../../database/database.ts'
import { jsonRow } from '../../database/expressions.ts'
import { newId } from '../../ids.ts'
import { invalid } from '../../platform/http/refusals.ts'

export async function addExperience(trx: Queryable, userId: string, entry: NewExperience): Promise<void> {
  const row = { id: newId(), user_id: userId, ...experienceColumns(entry) }
  await trx.insertInto('experience').values(row).execute()
  await credentialsChanged(trx, 'experience', userId)
}

export async function addEducation(trx: Queryable, userId: string, entry: NewEducation): Promise<void> {
  const row = { id: newId(), user_id: userId, ...educationColumns(entry) }
  await trx.insertInto('education').values(row).execute()
  await credentialsChanged(trx, 'education', userId)
}

/** Changes a job of this user; returns false if it does not exist or is not theirs. */
export async function updateExperience(trx: Queryable, userId: string, id: string, entry: NewExperience) {
  const { numUpdatedRows } = await trx
    .updateTable('experience')
    .set(experienceColumns(entry))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await credentialsChanged(trx, 'experience', userId)
  return numUpdatedRows > 0n
}

/** Changes a school of this user; returns false if it does not exist or is not theirs. */
export async function updateEducation(trx: Queryable, userId: string, id: string, entry: NewEducation) {
  const { numUpdatedRows } = await trx
    .updateTable('education')
    .set(educationColumns(entry))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await credentialsChanged(trx, 'education', userId)
  return numUpdatedRows > 0n
}

function experienceColumns(entry: NewExperience) {
  const { title, company, location } = entry
  return { ...credentialColumns(entry), title, company, location }
}

function educationColumns(entry: NewEducation) {
  const { school, degree, fieldofstudy } = entry
  return { ...credentialColumns(entry), school, degree, fieldofstudy }
}

function credentialColumns(entry: NewExperience | NewEducation) {
  return {
    from_date: entry.from,
    to_date: entry.current ? null : entry.to,
    current: entry.current ? 1 : 0,
    description: entry.description,
  }
}

type CredentialTable = 'experience' | 'education'

const TEXTS = {
  experience: ['title', 'company', 'location', 'description'],
  education: ['school', 'degree', 'fieldofstudy', 'description'],
} as const

/** Throws if the entries have become too many or too large; otherwise records the change. */
async function credentialsChanged(trx: Queryable, table: CredentialTable, userId: string): Promise<void> {
  const texts = jsonRow(
    trx,
    TEXTS[table].map((column) => sql.ref(column)),
  )
  const { count, bytes } = await trx
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as('count'))
    .select(sql<number>`sum(octet_length(cast(${texts} as text)))`.as('bytes'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (count > MAX_CREDENTIALS) throw invalid({ msg: `No more than ${MAX_CREDENTIALS} entries can be kept` })
  if (bytes > CREDENTIAL_BYTES) throw invalid({ msg: 'There is too much text in all entries together' })
  await profileEdited(trx, userId)
}

/** Removes a credential of this user; one of another user counts as missing. */
export async function removeCredential(
  trx: Queryable,
  table: CredentialTable,
  userId: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom(table)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await profileEdited(trx, userId)
  return numDeletedRows > 0n
}
