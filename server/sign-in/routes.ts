import { email as emailField } from '../../contract/fields.ts'
import { MAX_LENGTH } from '../../contract/limits.ts'
import { tryPassword } from '../accounts/attempts.ts'
import { passwordHashes } from '../accounts/passwords.ts'
import { findUserByEmail, holdPassword, setEmail } from '../accounts/queries.ts'
import { registerUser } from '../accounts/register.ts'
import { openSession } from '../accounts/sessions.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/database.ts'
import type { Serve } from '../http/handler.ts'
import { originOf } from '../http/origin.ts'
import { invalid } from '../http/refusals.ts'
import { redeemCode } from '../recovery/codes.ts'
import { readSignInCookie } from './attempt-cookie.ts'
import type { Identity } from './provider.ts'
import { connectIdentity, findByIdentity, requireIdentity } from './queries.ts'

// Nothing hashes to it, so nobody can sign in with a password until one is set.
const NO_PASSWORD = ''

export function signInRoutes(serve: Serve, context: Context): void {
  const { db, settings } = context

  serve('POST /api/auth/provider', async ({ body, request }) => {
    const isSecure = originOf(request.raw, settings).startsWith('https:')
    const secret = readSignInCookie(request.headers.cookie, isSecure)
    const identity = await requireIdentity(db.kysely, body.code, secret)
    const known = await findByIdentity(db.kysely, identity)
    const owner = known ? undefined : await findUserByEmail(db.kysely, requireEmail(identity))
    if (owner) {
      if (body.password === null) throw passwordNeeded()
      const isCorrect = await tryPassword(context, request.address, owner.email_key, () =>
        passwordHashes.verify(body.password ?? '', owner.password_hash),
      )
      if (!isCorrect) throw wrongCredentials()
    }
    const token = await db.transaction(async (trx) => {
      // The owner may have changed the password while it was being verified.
      if (owner && !(await holdPassword(trx, owner.id, owner.password_hash))) throw wrongCredentials()
      await redeemCode(trx, 'sign-in', body.code)
      const userId = known ?? (await joinOrRegister(context, trx, identity, owner?.id))
      return openSession(trx, userId, request.headers['user-agent'])
    })
    return { token }
  })
}

const wrongCredentials = () => invalid({ msg: 'Invalid Credentials', field: 'password' })

const passwordNeeded = () =>
  invalid({ msg: 'This email has an account already. Enter its password to connect both', field: 'password' })

/** The email as registration would take it. */
function requireEmail({ email }: Identity): string {
  const result = emailField().read(email)
  if ('msg' in result) throw invalid({ msg: 'The provider does not tell your email, which is needed' })
  return result.value
}

async function joinOrRegister(
  context: Context,
  trx: Queryable,
  identity: Identity,
  ownerId: string | undefined,
): Promise<string> {
  const email = requireEmail(identity)
  const userId =
    ownerId ??
    (await registerUser(context, trx, { name: nameOf(identity, email), email, passwordHash: NO_PASSWORD }))
  if (!ownerId && identity.emailVerified) await setEmail(trx, userId, email, true)
  await connectIdentity(trx, identity, userId)
  return userId
}

function nameOf({ name }: Identity, email: string): string {
  const text = (name ?? email.split('@')[0] ?? '').toWellFormed().replaceAll('\0', '').trim()
  return [...text].slice(0, MAX_LENGTH.name).join('') || email
}
