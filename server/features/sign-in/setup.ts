import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/database.ts'
import type { Serve } from '../../platform/http/handler.ts'
import { invalid } from '../../platform/http/refusals.ts'
import { logAction } from '../accounts/audit-log.ts'
import { passwordHashes } from '../accounts/passwords.ts'
import { changeRole, findAdmin, lockRoles } from '../accounts/roles.ts'
import { openSession } from '../accounts/sessions.ts'
import { changeSiteSettings } from '../site/site-settings.ts'
import { issueCode, requireCode } from './recovery/codes.ts'
import { registerUser } from './register.ts'

export function setupRoutes(serve: Serve, context: Context): void {
  const { db, logger } = context

  serve('POST /api/setup', async ({ body, request }) => {
    await requireCode(db.kysely, 'first admin', body.code)
    await refuseSecondAdmin(db.kysely)
    const passwordHash = await passwordHashes.hash(body.password, request.address)
    const { name, email } = body
    const { id, token } = await db.transaction(async (trx) => {
      await requireFirstAdmin(trx, body.code)
      await changeSiteSettings(trx, { name: body.community })
      const id = await registerUser(context, trx, { name, email, passwordHash })
      await makeFirstAdmin(trx, id)
      return { id, token: await openSession(trx, id, request.headers['user-agent']) }
    })
    logger.info({ user: id, name, address: request.address }, 'the setup link created the first admin')
    return { token }
  })
}

export async function requireFirstAdmin(trx: Queryable, code: string): Promise<void> {
  await lockRoles(trx)
  await requireCode(trx, 'first admin', code)
  await refuseSecondAdmin(trx)
}

export async function makeFirstAdmin(trx: Queryable, userId: string): Promise<void> {
  await changeRole(trx, userId, 'admin')
  await logAction(trx, { action: 'role', by: null, to: userId, details: 'member → admin' })
}

/** The link stays valid, so that it can name the admin. */
async function refuseSecondAdmin(db: Queryable): Promise<void> {
  const admin = await findAdmin(db)
  if (admin) throw invalid({ msg: `This link has expired: ${admin.name} is already an admin`, field: 'code' })
}

const LINK_LIFETIME = 7 * 24 * 60 * 60_000

export async function firstStartPath({ db, ready }: Context): Promise<string | undefined> {
  if (!ready) return undefined
  const anyone = await db.kysely.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (anyone) return undefined
  const code = await db.transaction((trx) =>
    issueCode(trx, 'first admin', { userId: null, email: null }, LINK_LIFETIME),
  )
  return `/setup#${code}`
}
