import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/database.ts'
import { isUniqueViolation } from '../../database/faults.ts'
import { invalid } from '../../platform/http/refusals.ts'
import { createUser, type NewUser } from './queries.ts'

/** Creates an account, with what the features do for a new one. */
export async function registerUser(
  { onRegistration }: Context,
  trx: Queryable,
  user: NewUser,
): Promise<string> {
  try {
    const id = await createUser(trx, user)
    for (const follow of onRegistration) await follow(trx, { id, email: user.email })
    return id
  } catch (error) {
    if (isUniqueViolation(error)) throw emailTaken()
    throw error
  }
}

export const emailTaken = () => invalid({ msg: 'User already exists', field: 'email' })
