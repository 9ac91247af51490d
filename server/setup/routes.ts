import { passwordHashes } from '../accounts/passwords.ts'
import { registerUser } from '../accounts/register.ts'
import { changeRole } from '../accounts/roles.ts'
import { openSession } from '../accounts/sessions.ts'
import { recordAct } from '../audit/log.ts'
import type { Context } from '../context.ts'
import type { Serve } from '../http/handler.ts'
import { redeemCode, requireCode } from '../recovery/codes.ts'
import { changeSiteSettings } from '../site/site-settings.ts'

export function setupRoutes(serve: Serve, context: Context): void {
  const { db } = context

  serve('POST /api/setup', async ({ body, request }) => {
    await requireCode(db.kysely, 'first admin', body.code)
    const passwordHash = await passwordHashes.hash(body.password, request.address)
    const token = await db.transaction(async (trx) => {
      await redeemCode(trx, 'first admin', body.code)
      await changeSiteSettings(trx, { name: body.community })
      const { name, email } = body
      const id = await registerUser(context, trx, { name, email, passwordHash })
      await changeRole(trx, id, 'admin')
      await recordAct(trx, { action: 'role', by: null, to: id, details: 'member → admin' })
      return openSession(trx, id, request.headers['user-agent'])
    })
    return { token }
  })
}
