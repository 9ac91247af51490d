import { MAX_MUTED } from '../../../../contract/limits.ts'
import type { Context } from '../../../context.ts'
import { BATCH } from '../../../database/batches.ts'
import { mutesChanged, topicOf } from '../../../database/changes/topics.ts'
import type { Queryable } from '../../../database/database.ts'
import { isOneOf } from '../../../database/expressions.ts'
import { prepare } from '../../../database/prepared.ts'
import { newId } from '../../../ids.ts'
import { lookup } from '../../../platform/cache/lookup.ts'
import { invalid } from '../../../platform/http/refusals.ts'

export type SilenceTable = 'mutes' | 'blocks'

const VERBS = { mutes: 'mute', blocks: 'block' } as const

export async function silence(
  trx: Queryable,
  table: SilenceTable,
  userId: string,
  otherId: string,
): Promise<void> {
  await trx
    .insertInto(table)
    .values({ user_id: userId, other_id: otherId, id: newId() })
    .onConflict((conflict) => conflict.columns(['user_id', 'other_id']).doNothing())
    .execute()
  const { count } = await trx
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (count > MAX_MUTED) throw invalid({ msg: `You can ${VERBS[table]} at most ${MAX_MUTED} people` })
  await mutesChanged(trx, [{ by: userId, of: otherId }])
}

export async function endSilence(
  trx: Queryable,
  table: SilenceTable,
  userId: string,
  otherId: string,
): Promise<void> {
  await trx.deleteFrom(table).where('user_id', '=', userId).where('other_id', '=', otherId).execute()
  await mutesChanged(trx, [{ by: userId, of: otherId }])
}

export async function forgetSilenced(
  trx: Queryable,
  table: SilenceTable,
  userId: string,
): Promise<{ done: boolean }> {
  await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  const rows = await trx
    .deleteFrom(table)
    .where('other_id', '=', userId)
    .where('user_id', 'in', (select) =>
      select.selectFrom(table).select('user_id').where('other_id', '=', userId).limit(BATCH),
    )
    .returning('user_id')
    .execute()
  await mutesChanged(
    trx,
    rows.map(({ user_id }) => ({ by: user_id, of: userId })),
  )
  return { done: rows.length < BATCH }
}

export async function findSilenced(
  db: Queryable,
  table: SilenceTable,
  userIds: string[],
): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom(table)
    .select(['user_id', 'other_id'])
    .where('user_id', 'in', userIds)
    .orderBy('id')
    .execute()
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id)
  return new Map([...byUser].map(([id, silenced]) => [id, silenced.map(({ other_id }) => other_id)]))
}

const selectBlockers = prepare((db, userId: string) =>
  db.selectFrom('blocks').select('user_id').where('other_id', '=', userId),
)

export async function findBlockers(db: Queryable, userId: string): Promise<string[]> {
  const { rows } = await selectBlockers(db, userId)
  return rows.map(({ user_id }) => user_id)
}

export async function findSilencers(db: Queryable, userId: string): Promise<string[]> {
  const muters = await db.selectFrom('mutes').select('user_id').where('other_id', '=', userId).execute()
  return [...muters.map(({ user_id }) => user_id), ...(await findBlockers(db, userId))]
}

const silencesBetween = (table: SilenceTable) =>
  prepare((db, people: string[], others: string[]) =>
    db
      .selectFrom(table)
      .select(['user_id', 'other_id'])
      .where(({ and, or }) =>
        or([
          and([isOneOf(db, 'user_id', people), isOneOf(db, 'other_id', others)]),
          and([isOneOf(db, 'user_id', others), isOneOf(db, 'other_id', people)]),
        ]),
      ),
  )
const SILENCES = [silencesBetween('mutes'), silencesBetween('blocks')]

/** Mutes and blocks count in both directions. */
export async function findMutedOrBlocked(
  db: Queryable,
  people: string[],
  others: string[],
): Promise<Set<string>> {
  const mutedOrBlocked = new Set<string>()
  if (others.length === 0) return mutedOrBlocked
  for (const find of SILENCES) {
    const { rows } = await find(db, people, others)
    for (const { user_id, other_id } of rows)
      mutedOrBlocked.add(people.includes(user_id) ? other_id : user_id)
  }
  return mutedOrBlocked
}

/** Cached, because every write needs it. */
export function blockersFinder({ db, cache }: Context) {
  return lookup(cache, {
    load: async (userId): Promise<ReadonlySet<string>> => new Set(await findBlockers(db.kysely, userId)),
    dependsOn: (userId) => [topicOf.mutesOf(userId)],
  })
}

export async function isBlockedBy(db: Queryable, blocker: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('blocks')
    .select('id')
    .where('user_id', '=', blocker)
    .where('other_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}
