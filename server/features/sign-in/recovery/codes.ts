import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { deleteInBatches } from '../../../database/batches.ts'
import type { Database, Queryable } from '../../../database/database.ts'
import { currentTime } from '../../../database/expressions.ts'
import { invalid } from '../../../platform/http/refusals.ts'

export type CodeKind = 'reset' | 'email' | 'first admin' | 'sign-in' | 'connect'

export type CodeOwner = { userId: string | null; email: string | null; data?: string | null }

export const CODE_LIFETIME = 30 * 60_000

export async function issueCode(
  trx: Queryable,
  kind: CodeKind,
  { userId, email, data = null }: CodeOwner,
  lifetime = CODE_LIFETIME,
): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  if (userId !== null) await endCodes(trx, kind, userId)
  await trx
    .insertInto('codes')
    .values({
      hash: codeHash(code),
      kind,
      user_id: userId,
      email,
      data,
      expires_at: sql<number>`${currentTime(trx)} + ${lifetime}`,
    })
    .execute()
  return code
}

export async function requireCode(db: Queryable, kind: CodeKind, code: string): Promise<CodeOwner> {
  const row = await db
    .selectFrom('codes')
    .select(['user_id', 'email', 'data'])
    .where('hash', '=', codeHash(code))
    .where('kind', '=', kind)
    .where('expires_at', '>', currentTime(db))
    .executeTakeFirst()
  if (!row) throw usedUp()
  return { userId: row.user_id, email: row.email, data: row.data }
}

export async function redeemCode(trx: Queryable, kind: CodeKind, code: string): Promise<CodeOwner> {
  const owner = await requireCode(trx, kind, code)
  const { numDeletedRows } = await trx
    .deleteFrom('codes')
    .where('hash', '=', codeHash(code))
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw usedUp()
  return owner
}

export async function endCodes(trx: Queryable, kind: CodeKind, userId: string): Promise<void> {
  await trx.deleteFrom('codes').where('kind', '=', kind).where('user_id', '=', userId).execute()
}

export const usedUp = () => invalid({ msg: 'This link is no longer valid', field: 'code' })

const codeHash = (code: string) => hash('sha256', code)

export function forgetExpiredCodes(db: Database): Promise<void> {
  return deleteInBatches(db, 'codes', 'hash', sql`expires_at < ${currentTime(db.kysely)}`)
}
