import { sql } from 'kysely'
import { untilTickHasTime } from '../ticks.ts'
import type { Queryable } from './database.ts'
import type { FullTextTable, PlacedRow } from './full-text.ts'
import { encode, statement, storedId, textOf, withTextIds, wordsOf } from './full-text-sqlite-rows.ts'

// FTS5 returns rows in the order of their numbers, `doc`, which is that of their ids. The numbers are small, as FTS5
// stores the differences between them. Between two of them is room for rows that are indexed late; where there is none
// left, the rows after it are moved apart and indexed again.

const SPACING = 4
// More rows than there will ever be.
const ROOM_FOR_OLDER = 2 ** 31
const ROWS_MOVED = 100

const QUEUES: Record<FullTextTable, { queue: string; key: string }> = {
  search_entries: { queue: 'search_queue', key: 'post_id, id' },
  search_people: { queue: 'search_people_queue', key: 'user_id' },
}

/** The columns of a row as they are stored: an entry without a post_id is that of a post. */
function storedColumns(table: FullTextTable, columns: PlacedRow['columns']): Record<string, unknown> {
  if (table === 'search_people') return columns
  const { id, post_id = id } = columns
  return { id: storedId(table, id), post_id: post_id === id ? null : storedId(table, post_id) }
}

type Neighbours = {
  doc: number | null
  previous: number | null
  previous_id: string | null
  next: number | null
}

/** The statements of a table. */
function statementsOf(table: FullTextTable) {
  const rows = sql.table(table)
  const words = sql.table(wordsOf(table))
  const previousId = table === 'search_people' ? sql`id` : textOf(sql`id`)
  return {
    neighbours: statement(
      (id: string | Buffer) => sql<Neighbours>`select
        (select doc from ${rows} where id = ${id}) as doc,
        (select doc from ${rows} where id < ${id} and doc > 0 order by id desc limit 1) as previous,
        (select ${previousId} from ${rows} where id < ${id} and doc > 0 order by id desc limit 1) as previous_id,
        (select doc from ${rows} where id > ${id} and doc > 0 order by id limit 1) as next`,
    ),
    addWords: statement(
      (doc: number, text: string) => sql<never>`insert into ${words} (rowid, words) values (${doc}, ${text})`,
    ),
    removeWords: statement((doc: number) => sql<never>`delete from ${words} where rowid = ${doc}`),
  }
}

const STATEMENTS = {
  search_entries: statementsOf('search_entries'),
  search_people: statementsOf('search_people'),
}

export async function storeOnSqlite(
  trx: Queryable,
  table: FullTextTable,
  rows: PlacedRow[],
  indexingSince: string | undefined,
): Promise<void> {
  const { neighbours, addWords, removeWords } = STATEMENTS[table]
  for (const { columns, words, bucket } of rows) {
    const { id } = columns
    const [near] = (await neighbours(trx, storedId(table, id))).rows
    if (!near) continue
    const known = near.doc !== null && near.doc > 0
    const doc = known ? Number(near.doc) : await placeBetween(trx, table, near, id, indexingSince)
    if (known) await removeWords(trx, doc)
    const values = { ...storedColumns(table, columns), doc }
    const names = Object.keys(values).map((name) => sql.ref(name))
    const updates = names.map((name) => sql`${name} = excluded.${name}`)
    await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(Object.values(values))})
      on conflict (id) do update set ${sql.join(updates)}`.execute(trx)
    const text = words.map((word) => bucket + encode(word)).join(' ')
    await untilTickHasTime()
    await addWords(trx, doc, text)
    await untilTickHasTime()
  }
}

/** A free number between those of the neighbours. */
async function placeBetween(
  trx: Queryable,
  table: FullTextTable,
  { previous, previous_id, next }: Neighbours,
  id: string,
  indexingSince: string | undefined,
): Promise<number> {
  const after = previous ?? 0
  if (next === null) {
    const isFirstNewer =
      indexingSince !== undefined && id > indexingSince && (previous_id ?? '') <= indexingSince
    return after + (isFirstNewer ? ROOM_FOR_OLDER : SPACING)
  }
  if (after + SPACING < next) return after + SPACING
  if (next - after > 1) return Math.floor((after + next) / 2)
  return makeRoom(trx, table, after)
}

/**
 * Frees the number that it returns, after this one. The rows that follow are moved apart, as many as it takes until
 * there is room between all of them. They keep their order, and are queued, as their words have to be indexed again.
 */
async function makeRoom(trx: Queryable, table: FullTextTable, after: number): Promise<number> {
  const rows = sql.table(table)
  const { moved, step } = await findRowsToMove(trx, table, after)
  const [first, last] = [moved[0]?.doc ?? 0, moved.at(-1)?.doc ?? 0]
  const { queue, key } = QUEUES[table]
  const [into, columns] = [sql.table(queue), sql.raw(key)]
  const found = withTextIds(table, sql`from ${rows} where doc between ${first} and ${last}`)
  // `true`, because SQLite would otherwise take `on` for that of a join.
  await sql`insert into ${into} (${columns}) select ${columns} from ${found} where true
    on conflict do nothing`.execute(trx)
  await sql`delete from ${sql.table(wordsOf(table))} where rowid between ${first} and ${last}`.execute(trx)
  await makeSetsObsolete(trx, table, first, last)
  // Numbers are unique, so all of them are given up before new ones are given.
  await sql`update ${rows} set doc = -doc where doc between ${first} and ${last}`.execute(trx)
  for (const [index, { doc }] of moved.entries()) {
    await sql`update ${rows} set doc = ${after + step * (index + 2)} where doc = ${-doc}`.execute(trx)
  }
  return after + step
}

/** The sets of frequent words refer to rows by their numbers. */
async function makeSetsObsolete(
  trx: Queryable,
  table: FullTextTable,
  first: number,
  last: number,
): Promise<void> {
  const id = table === 'search_people' ? sql`id` : textOf(sql`id`)
  const idOf = (doc: number) => sql`(select ${id} from ${sql.table(table)} where doc = ${doc})`
  await sql`update search_buckets set entries = entries + 1
    where indexed_table = ${table} and first_id <= ${idOf(last)} and last_id >= ${idOf(first)}`.execute(trx)
}

/** The rows after a number, up to where there is room for twice as many, and how far apart they can be. */
async function findRowsToMove(trx: Queryable, table: FullTextTable, after: number) {
  for (let limit = ROWS_MOVED; ; limit *= 2) {
    const { rows } = await sql<{ doc: number }>`select doc from ${sql.table(table)}
      where doc > ${after} order by doc limit ${limit}`.execute(trx)
    const count = rows.findIndex(({ doc }, index) => doc - after > 2 * (index + 1))
    const end = rows[count]?.doc
    if (end !== undefined) {
      const step = Math.min(SPACING, Math.floor((end - after - 1) / (count + 1)))
      return { moved: rows.slice(0, count), step }
    }
    if (rows.length < limit) return { moved: rows, step: SPACING }
  }
}

/** Which of these entries are stored. */
export async function findStoredOnSqlite(db: Queryable, ids: string[]): Promise<Set<string>> {
  const stored = ids.map((id) => storedId('search_entries', id))
  const { rows } = await sql<{ id: string }>`select ${textOf(sql`id`)} as id from search_entries
    where id in (${sql.join(stored)})`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
