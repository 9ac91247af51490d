import type { Context } from '../../../context.ts'
import type { Serve } from '../../../platform/http/handler.ts'
import { invalid } from '../../../platform/http/refusals.ts'
import { holdWritesOf, refuseMissingParent, requireActive } from '../active-member.ts'
import { PERSON_NOT_FOUND, requireActivePerson, requirePerson } from '../members/queries.ts'
import { addMute, forgetMutes, type MuteTable, removeMute } from './queries.ts'

const WORDS = {
  mutes: { begun: 'Muted', ended: 'Unmuted', oneself: 'You cannot mute yourself' },
  blocks: { begun: 'Blocked', ended: 'Unblocked', oneself: 'You cannot block yourself' },
} as const

export function blockRoutes(serve: Serve, { db, accountDeletionSteps, onBlock }: Context): void {
  accountDeletionSteps.push(
    (trx, userId) => forgetMutes(trx, 'mutes', userId),
    (trx, userId) => forgetMutes(trx, 'blocks', userId),
  )

  const begin = async (table: MuteTable, userId: string, other: string) => {
    const { id } = await requireActivePerson(db.kysely, other)
    if (id === userId) throw invalid({ msg: WORDS[table].oneself })
    await refuseMissingParent(db, userId, PERSON_NOT_FOUND, () =>
      db.transaction(async (trx) => {
        // In a fixed order, so that two people can block each other at the same moment.
        if (table === 'blocks') for (const member of [userId, id].sort()) await holdWritesOf(trx, member)
        await requireActive(trx, userId)
        await addMute(trx, table, userId, id)
        if (table === 'mutes') return
        for (const react of onBlock) await react(trx, userId, id)
      }),
    )
    return { msg: WORDS[table].begun }
  }

  const end = async (table: MuteTable, userId: string, other: string) => {
    const { id } = await requirePerson(db.kysely, other)
    await db.transaction(async (trx) => {
      await requireActive(trx, userId)
      await removeMute(trx, table, userId, id)
    })
    return { msg: WORDS[table].ended }
  }

  serve('PUT /api/mutes/:userId', ({ member, params }) => begin('mutes', member.id, params.userId))
  serve('DELETE /api/mutes/:userId', ({ member, params }) => end('mutes', member.id, params.userId))
  serve('PUT /api/blocks/:userId', ({ member, params }) => begin('blocks', member.id, params.userId))
  serve('DELETE /api/blocks/:userId', ({ member, params }) => end('blocks', member.id, params.userId))
}
