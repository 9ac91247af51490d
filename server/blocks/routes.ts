import { refuseMissingParent } from '../accounts/missing-parent.ts'
import type { Context } from '../context.ts'
import { endFollowsBetween } from '../follows/queries.ts'
import type { Serve } from '../http/handler.ts'
import { invalid, requireFound } from '../http/refusals.ts'
import { asId } from '../ids.ts'
import { findMember } from '../members/queries.ts'
import { endSilence, forgetSilenced, type SilenceTable, silence } from './queries.ts'

const NO_PERSON = 'There is no such person'

const WORDS = {
  mutes: { begun: 'Muted', ended: 'Unmuted', oneself: 'You cannot mute yourself' },
  blocks: { begun: 'Blocked', ended: 'Unblocked', oneself: 'You cannot block yourself' },
} as const

export function blockRoutes(serve: Serve, { db, accountParts }: Context): void {
  accountParts.push(
    (trx, userId) => forgetSilenced(trx, 'mutes', userId),
    (trx, userId) => forgetSilenced(trx, 'blocks', userId),
  )

  const requirePerson = async (text: string) => {
    const id = requireFound(asId(text), NO_PERSON)
    return requireFound(await findMember(db.kysely, id), NO_PERSON)
  }

  const begin = async (table: SilenceTable, userId: string, other: string) => {
    const { id, suspended_until } = await requirePerson(other)
    requireFound(suspended_until === null || undefined, NO_PERSON)
    if (id === userId) throw invalid({ msg: WORDS[table].oneself })
    await refuseMissingParent(db, userId, NO_PERSON, () =>
      db.transaction(async (trx) => {
        await silence(trx, table, userId, id)
        if (table === 'blocks') await endFollowsBetween(trx, userId, id)
      }),
    )
    return { msg: WORDS[table].begun }
  }

  const end = async (table: SilenceTable, userId: string, other: string) => {
    const { id } = await requirePerson(other)
    await db.transaction((trx) => endSilence(trx, table, userId, id))
    return { msg: WORDS[table].ended }
  }

  serve('PUT /api/mutes/:userId', ({ member, params }) => begin('mutes', member.id, params.userId))
  serve('DELETE /api/mutes/:userId', ({ member, params }) => end('mutes', member.id, params.userId))
  serve('PUT /api/blocks/:userId', ({ member, params }) => begin('blocks', member.id, params.userId))
  serve('DELETE /api/blocks/:userId', ({ member, params }) => end('blocks', member.id, params.userId))
}
