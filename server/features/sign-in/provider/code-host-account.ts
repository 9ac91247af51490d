import type { Queryable } from '../../../database/database.ts'
import { lowerCase } from '../../../database/expressions.ts'
import { personChanged } from '../../topics.ts'

/** Whoever has the name now takes it from whoever had it before. */
export async function proveAccount(trx: Queryable, userId: string, account: string): Promise<void> {
  const before = await trx
    .selectFrom('users')
    .select(['id', 'code_host_account'])
    .where(lowerCase(trx, 'code_host_account'), '=', account.toLowerCase())
    .execute()
  if (before.some((user) => user.id === userId && user.code_host_account === account)) return
  for (const { id } of before) await setAccount(trx, id, null)
  await setAccount(trx, userId, account)
}

export const forgetAccount = (trx: Queryable, userId: string) => setAccount(trx, userId, null)

async function setAccount(trx: Queryable, userId: string, account: string | null): Promise<void> {
  await trx.updateTable('users').set({ code_host_account: account }).where('id', '=', userId).execute()
  personChanged(trx, userId)
}
