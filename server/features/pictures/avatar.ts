import { picturePath } from '../../../contract/pictures.ts'
import { personChanged } from '../../database/changes/topics.ts'
import type { Queryable } from '../../database/database.ts'
import { invalid } from '../../platform/http/refusals.ts'
import { avatarHash } from '../accounts/avatars.ts'
import { hasUploaded } from './queries.ts'

/** Null means the avatar service. False if the account is gone. */
export async function setAvatar(trx: Queryable, userId: string, hash: string | null): Promise<boolean> {
  const user = await trx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  if (!user) return false
  if (hash !== null && !(await hasUploaded(trx, userId, hash))) {
    throw invalid({ msg: 'Url must be that of a picture you have uploaded', field: 'url' })
  }
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ avatar_hash: hash === null ? avatarHash(user.email) : picturePath(hash) })
    .where('id', '=', userId)
    .executeTakeFirst()
  personChanged(trx, userId)
  return numUpdatedRows > 0n
}
