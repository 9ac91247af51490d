import { picturePath } from '../../../../contract/pictures.ts'
import type { Context } from '../../../context.ts'
import { isUnavailable } from '../../../database/faults.ts'
import type { Serve } from '../../../platform/http/handler.ts'
import { badToken } from '../../../platform/http/refusals.ts'
import { keepPictures } from '../../used-pictures.ts'
import { requireActive } from '../active-member.ts'
import { requireHandle } from '../handles.ts'
import { setAvatar, updateUser } from '../queries.ts'
import { requireUser } from '../require-user.ts'
import { presentUser, requireCachedAccount } from './cached-account.ts'

export function ownAccountRoutes(serve: Serve, context: Context): void {
  const { db, cache, settings } = context

  serve('GET /api/auth', async ({ member }) => {
    try {
      return await requireCachedAccount(context, member)
    } catch (error) {
      // Members stay signed in while the Citus node of their profile is unavailable.
      if (!isUnavailable(error)) throw error
      return presentUser(settings, await requireUser(db.kysely, member.id))
    }
  })

  serve('PUT /api/auth/account', async ({ member, body }) => {
    await db.transaction(async (trx) => {
      await requireActive(trx, member.id)
      if (body.handle !== undefined) await requireHandle(trx, settings, body.handle, member.id)
      if (!(await updateUser(trx, member.id, body))) throw badToken()
    })
    await cache.checkAfterWrite()
    return requireCachedAccount(context, member)
  })

  serve('PUT /api/auth/avatar', async ({ member, body }) => {
    if (body.url !== null) await keepPictures(db, picturePath(body.url))
    await db.transaction(async (trx) => {
      await requireActive(trx, member.id)
      if (!(await setAvatar(trx, member.id, body.url))) throw badToken()
    })
    await cache.checkAfterWrite()
    return requireCachedAccount(context, member)
  })
}
