import type { Context } from '../../../context.ts'
import type { Serve } from '../../../platform/http/handler.ts'
import { invalid } from '../../../platform/http/refusals.ts'
import { holdWritesOf, refuseMissingParent, requireActive } from '../active-member.ts'
import { PERSON_NOT_FOUND, requireActivePerson, requirePerson } from '../members/queries.ts'
import { addMute, forgetMutes, type MuteTable, removeMute } from './queries.ts'

const MESSAGES = {
  mutes: { added: 'Muted', removed: 'Unmuted', self: 'You cannot mute yourself' },
  blocks: { added: 'Blocked', removed: 'Unblocked', self: 'You cannot block yourself' },
} as const

export function blockRoutes(serve: Serve, { db, accountDeletionSteps, onBlock }: Context): void {
  accountDeletionSteps.push(
    (trx, userId) => forgetMutes(trx, 'mutes', userId),
    (trx, userId) => forgetMutes(trx, 'blocks', userId),
  )

  const add = async (table: MuteTable, userId: string, other: string) => {
    const { id } = await requireActivePerson(db.kysely, other)
    if (id === userId) throw invalid({ msg: MESSAGES[table].self })
    await refuseMissingParent(db, userId, PERSON_NOT_FOUND, () =>
      db.transaction(async (trx) => {
        if (table === 'blocks') for (const member of [userId, id].sort()) await holdWritesOf(trx, member)
        await requireActive(trx, userId)
        await addMute(trx, table, userId, id)
        if (table === 'mutes') return
        for (const react of onBlock) await react(trx, userId, id)
      }),
    )
    return { msg: MESSAGES[table].added }
  }

  const remove = async (table: MuteTable, userId: string, other: string) => {
    const { id } = await requirePerson(db.kysely, other)
    await db.transaction(async (trx) => {
      await requireActive(trx, userId)
      await removeMute(trx, table, userId, id)
    })
    return { msg: MESSAGES[table].removed }
  }

  serve('PUT /api/mutes/:userId', ({ member, params }) => add('mutes', member.id, params.userId))
  serve('DELETE /api/mutes/:userId', ({ member, params }) => remove('mutes', member.id, params.userId))
  serve('PUT /api/blocks/:userId', ({ member, params }) => add('blocks', member.id, params.userId))
  serve('DELETE /api/blocks/:userId', ({ member, params }) => remove('blocks', member.id, params.userId))
}
