import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/database.ts'
import { isUniqueViolation } from '../../database/faults.ts'
import { newId } from '../../ids.ts'
import { handleFromName } from '../accounts/handle-from-name.ts'
import { claimAnyHandle } from '../accounts/handles.ts'
import { avatarHash, emailKey } from '../accounts/queries.ts'
import { notifyModerators } from '../notifications/notify.ts'
import { findSiteSettings } from '../site/site-settings.ts'
import type { Identity } from './provider/protocol.ts'
import { emailTaken, findWaiting, holdEmail, insertRegistration } from './registrations/queries.ts'

type NewUser = {
  id?: string
  name: string
  email: string
  passwordHash: string
  invitedBy?: string | null
  agreedAt?: number | null
  isConfirmed?: boolean
  address?: string
}

export async function createUser(trx: Queryable, user: NewUser): Promise<string> {
  const { id = newId(), name, email, passwordHash, invitedBy = null, agreedAt = null, isConfirmed } = user
  const handle = await claimAnyHandle(trx, handleFromName(name), id)
  await trx
    .insertInto('users')
    .values({
      id,
      name,
      handle,
      email,
      email_key: emailKey(email),
      avatar_hash: avatarHash(email),
      password_hash: passwordHash,
      invited_by: invitedBy,
      agreed_at: agreedAt,
      email_confirmed: isConfirmed ? 1 : 0,
    })
    .execute()
  return id
}

export async function registerUser(
  { onRegistration }: Context,
  trx: Queryable,
  user: NewUser,
): Promise<string> {
  await holdEmail(trx, user.email)
  if (await findWaiting(trx, user)) throw emailTaken()
  try {
    const id = await createUser(trx, user)
    for (const react of onRegistration) await react(trx, { ...user, id })
    return id
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error
  }
}

type Request = { note?: string | null; identity?: Identity; needsNoApproval: boolean }

export async function register(
  context: Context,
  trx: Queryable,
  user: NewUser,
  { note = null, identity, needsNoApproval }: Request,
): Promise<string | undefined> {
  const { approval, pages } = await findSiteSettings(trx)
  const agreedAt = pages.includes('rules') || pages.includes('privacy') ? Date.now() : null
  if (needsNoApproval || !approval) return registerUser(context, trx, { ...user, agreedAt })
  const { name, email, passwordHash } = user
  const { issuer = null, subject = null } = identity ?? {}
  await insertRegistration(trx, {
    name,
    email,
    note,
    issuer,
    subject,
    password_hash: passwordHash,
    agreed_at: agreedAt,
  })
  await notifyModerators(trx, context.settings)
  return undefined
}
