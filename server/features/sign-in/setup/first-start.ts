import type { Context } from '../../../context.ts'
import { issueCode } from '../recovery/codes.ts'

const LINK_LIFETIME = 7 * 24 * 60 * 60_000

/** A link that makes the first admin; none once anyone has registered. Each process has its own. */
export async function firstStartPath({ db, ready }: Context): Promise<string | undefined> {
  if (!ready) return undefined
  const anyone = await db.kysely.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (anyone) return undefined
  const code = await db.transaction((trx) =>
    issueCode(trx, 'first admin', { userId: null, email: null }, LINK_LIFETIME),
  )
  return `/setup#${code}`
}
