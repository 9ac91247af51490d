import type { Context } from '../../../context.ts'
import type { Serve } from '../../../platform/http/handler.ts'
import { countByAddress, REGISTRATIONS } from '../../accounts/attempts.ts'
import { passwordHashes } from '../../accounts/passwords.ts'
import { registerUser } from '../../accounts/register.ts'
import { openSession } from '../../accounts/sessions.ts'
import { redeemInvitation, requireInvitation } from '../invitations/queries.ts'

export function registrationRoutes(serve: Serve, context: Context): void {
  const { db } = context

  serve('POST /api/users', async ({ body, request }) => {
    await countByAddress(context, REGISTRATIONS, request.address)
    await requireInvitation(db.kysely, body.invitation)
    const passwordHash = await passwordHashes.hash(body.password, request.address)
    const token = await db.transaction(async (trx) => {
      const invitedBy = await redeemInvitation(trx, body.invitation)
      const id = await registerUser(context, trx, { ...body, passwordHash, invitedBy })
      return openSession(trx, id, request.headers['user-agent'])
    })
    return { token }
  })
}
