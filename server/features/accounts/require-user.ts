import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/database.ts'
import { badToken, invalid } from '../../platform/http/refusals.ts'
import { tryPassword } from './attempts.ts'
import { passwordHashes } from './passwords.ts'
import { findUser } from './queries.ts'

export const wrongPassword = () => invalid({ msg: 'Current password is wrong', field: 'password' })

export async function requireUser(db: Queryable, id: string) {
  const user = await findUser(db, id)
  if (!user) throw badToken()
  return user
}

export async function requireUserWithPassword(
  context: Context,
  id: string,
  { password, address }: { password: string; address: string },
) {
  const user = await requireUser(context.db.kysely, id)
  const isCorrect = await tryPassword(context, address, user.email_key, () =>
    passwordHashes.verify(password, user.password_hash, address),
  )
  if (!isCorrect) throw wrongPassword()
  return user
}
