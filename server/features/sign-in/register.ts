import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/database.ts'
import { isUniqueViolation } from '../../database/faults.ts'
import { newId } from '../../ids.ts'
import { invalid } from '../../platform/http/refusals.ts'
import { handleFromName } from '../accounts/handle-from-name.ts'
import { claimAnyHandle } from '../accounts/handles.ts'
import { avatarHash, emailKey } from '../accounts/queries.ts'

type NewUser = { name: string; email: string; passwordHash: string; invitedBy?: string | null }

export const emailTaken = () => invalid({ msg: 'User already exists', field: 'email' })

export async function createUser(
  trx: Queryable,
  { name, email, passwordHash, invitedBy = null }: NewUser,
): Promise<string> {
  const id = newId()
  const handle = await claimAnyHandle(trx, handleFromName(name), id)
  const user = { id, name, handle, email, email_key: emailKey(email), avatar_hash: avatarHash(email) }
  await trx
    .insertInto('users')
    .values({ ...user, password_hash: passwordHash, invited_by: invitedBy })
    .execute()
  return id
}

export async function registerUser(
  { onRegistration }: Context,
  trx: Queryable,
  user: NewUser,
): Promise<string> {
  try {
    const id = await createUser(trx, user)
    for (const react of onRegistration) await react(trx, { id, email: user.email })
    return id
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error
  }
}
