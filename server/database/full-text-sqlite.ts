import { type RawBuilder, sql } from 'kysely'
import { untilTickHasTime } from '../ticks.ts'
import type { Queryable } from './database.ts'
import { LAST_CHARACTER } from './expressions.ts'
import type { FullTextTable, PlacedRow, Search, Term } from './full-text.ts'
import { findBuckets } from './full-text-buckets.ts'
import { prepare } from './prepared.ts'

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

/** The columns of a row, with ids as text. Entries are many, so their ids are stored as bytes. */
function columnsOf(table: FullTextTable): RawBuilder<unknown> {
  if (table === 'search_people') return sql`doc, id, user_id`
  return sql`doc, ${textOf(sql`id`)} as id, ${textOf(sql`coalesce(post_id, id)`)} as post_id`
}

function textOf(bytes: RawBuilder<unknown>): RawBuilder<string> {
  const parts = ['1, 4', '5, 2', '7, 2', '9, 2', '11'].map(
    (part) => sql`hex(substr(${bytes}, ${sql.raw(part)}))`,
  )
  return sql<string>`lower(${sql.join(parts, sql` || '-' || `)})`
}

/** An id as the table stores it. */
function storedId(table: FullTextTable, id: string): string | Buffer {
  return table === 'search_people' ? id : Buffer.from(id.replaceAll('-', ''), 'hex')
}

/** The columns of a row as they are stored: an entry without a post_id is that of a post. */
function storedColumns(table: FullTextTable, columns: PlacedRow['columns']): Record<string, unknown> {
  if (table === 'search_people') return columns
  const { id, post_id = id } = columns
  return { id: storedId(table, id), post_id: post_id === id ? null : storedId(table, post_id) }
}

export const wordsOf = (table: FullTextTable) => `${table}_words`
const termsOf = (table: FullTextTable) => `${table}_terms`

type Neighbours = {
  doc: number | null
  previous: number | null
  previous_id: string | null
  next: number | null
}

/** The statements of a table, which are compiled once. */
function statementsOf(table: FullTextTable) {
  const rows = sql.table(table)
  const words = sql.table(wordsOf(table))
  const previousId = table === 'search_people' ? sql`id` : textOf(sql`id`)
  const statement = <Values extends unknown[], Row>(
    build: (...values: Values) => ReturnType<typeof sql<Row>>,
  ) => prepare<Values, Row>((db, ...values) => ({ compile: () => build(...values).compile(db) }) as never)
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
  await sql`insert into ${into} (${columns}) select ${columns} from (select ${columnsOf(table)} from ${rows}) where doc between ${first} and ${last}
    on conflict do nothing`.execute(trx)
  await sql`delete from ${sql.table(wordsOf(table))} where rowid between ${first} and ${last}`.execute(trx)
  // Numbers are unique, so all of them are given up before new ones are given.
  await sql`update ${rows} set doc = -doc where doc between ${first} and ${last}`.execute(trx)
  for (const [index, { doc }] of moved.entries()) {
    await sql`update ${rows} set doc = ${after + step * (index + 2)} where doc = ${-doc}`.execute(trx)
  }
  return after + step
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

// FTS5 takes only letters and digits of ASCII, and all other characters, as parts of a word.
function encode(word: string): string {
  return word.replaceAll(/[\0-\x2f\x3a-\x60\x7b-\x7f]/g, (character) =>
    String.fromCharCode(0xe000 + character.charCodeAt(0)),
  )
}

// A beginning of more words is looked up as such: FTS5 then reads all of their rows in a bucket at once.
const MAX_WORDS = 16
const BUCKETS_AT_ONCE = 4
const CONFIRMED_AT_ONCE = 100

/** What a bucket has of the terms; `broad` are beginnings of many words. */
type Lookup = { bucket: string; query: string; broad: Term[] }

export async function findOnSqlite<Row extends { id: string }>(
  db: Queryable,
  search: Search,
): Promise<Row[]> {
  const { table, before, limit } = search
  const buckets = await findBuckets(db, search)
  const end = before === undefined ? Number.MAX_SAFE_INTEGER : await firstDocFrom(db, table, before)
  const found: Row[] = []
  while (buckets.length > 0 && found.length < limit) {
    const candidates = await takeCandidates(db, search, buckets)
    for (const bucket of candidates) {
      if (found.length >= limit) break
      // Words that are frequent but rarely together are compared in all buckets, which takes longer than others may wait.
      await untilTickHasTime()
      const lookup = await lookUp(db, search, bucket)
      const rows = await findInBucket<Row>(db, search, lookup, end, limit - found.length)
      found.push(...(search.tellsWhole ? await tellWhole(db, search, bucket, rows) : rows))
    }
  }
  return found
}

/** The number of the first row with this id or a larger one. */
async function firstDocFrom(db: Queryable, table: FullTextTable, id: string): Promise<number> {
  const { rows } = await sql<{ doc: number }>`select doc from ${sql.table(table)}
    where id >= ${storedId(table, id)} and doc > 0 order by id limit 1`.execute(db)
  return rows[0]?.doc ?? Number.MAX_SAFE_INTEGER
}

/** Takes the first buckets that have all of the terms off the list, with those before them. */
async function takeCandidates(db: Queryable, { table, terms }: Search, buckets: string[]): Promise<string[]> {
  const [known, index] = [sql.table(termsOf(table)), sql.table(wordsOf(table))]
  const conditions = terms.map(({ word, isPrefix }) => {
    const start = sql`bucket_code.value || ${encode(word)}`
    return isPrefix
      ? sql`exists (select 1 from ${known} where ${beginsWithCode(start)})`
      : sql`exists (select 1 from ${index} where ${index} match '"' || ${start} || '"')`
  })
  const hasAll = conditions.reduceRight(
    (rest, condition) => sql`case when ${condition} then ${rest} end`,
    sql`true`,
  )
  const { rows } = await sql<{ key: number; value: string }>`select key, value
    from json_each(${JSON.stringify(buckets)}) as bucket_code
    where ${hasAll} limit ${sql.lit(BUCKETS_AT_ONCE)}`.execute(db)
  buckets.splice(0, rows.length < BUCKETS_AT_ONCE ? buckets.length : (rows.at(-1)?.key ?? 0) + 1)
  return rows.map(({ value }) => value)
}

/** Whether a term begins with a code and a word. */
function beginsWithCode(start: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`term >= ${start} and term < ${start} || ${LAST_CHARACTER}`
}

/** The first terms with a beginning, and one more than are looked up. Each is sought, past all rows of the one before. */
async function findTerms(db: Queryable, table: FullTextTable, beginning: string): Promise<string[]> {
  const first = (from: RawBuilder<unknown>) =>
    sql`(select term from ${sql.table(termsOf(table))}
      where term >= ${from} and term < ${beginning + LAST_CHARACTER} limit 1)`
  const { rows } = await sql<{ term: string }>`with recursive found (term) as (
      select ${first(sql`${beginning}`)}
      union all select ${first(sql`found.term || char(1)`)} from found where found.term is not null
    ) select term from found where term is not null limit ${sql.lit(MAX_WORDS + 1)}`.execute(db)
  return rows.map(({ term }) => term)
}

async function lookUp(db: Queryable, { table, terms, confirm }: Search, bucket: string): Promise<Lookup> {
  const quote = (word: string) => `"${bucket}${encode(word)}"`
  const narrow: string[] = []
  const broad: Term[] = []
  for (const term of terms) {
    if (!term.isPrefix) {
      narrow.push(quote(term.word))
      continue
    }
    const found = await findTerms(db, table, bucket + encode(term.word))
    if (found.length > MAX_WORDS) broad.push(term)
    else if (found.length === 0) narrow.push(quote(term.word))
    else narrow.push(`(${found.map((word) => `"${word}"`).join(' OR ')})`)
  }
  if (narrow.length > 0 && confirm) return { bucket, query: narrow.join(' AND '), broad }
  const all = [...narrow, ...broad.map(({ word }) => `${quote(word)}*`)]
  return { bucket, query: all.join(' AND '), broad: [] }
}

/** The newest rows of a bucket with numbers below the end. Those with a broad term are confirmed by their texts. */
async function findInBucket<Row extends { id: string }>(
  db: Queryable,
  search: Search,
  { query, broad }: Lookup,
  end: number,
  limit: number,
): Promise<(Row & { doc: number })[]> {
  const { table, joins, where = sql`true`, select, confirm } = search
  // SQLite never goes through the other table first if it is a cross join.
  const joined = joins?.(sql`cross join`) ?? sql``
  const index = sql.table(wordsOf(table))
  // With a limit, even none, SQLite takes the rows of the inner query one by one as it finds them, and makes the text of
  // an id once. It would otherwise do so wherever the id is used.
  const hits = async (before: number, most: number) => {
    const { rows } = await sql<Row & { doc: number }>`select ${select}, hit.doc from (
        select ${columnsOf(table)} from ${index} cross join ${sql.table(table)} on doc = ${index}.rowid
        where ${index} match ${query} and ${index}.rowid < ${before}
        order by ${index}.rowid desc limit -1
      ) as hit ${joined} where ${where} limit ${most}`.execute(db)
    return rows
  }
  if (broad.length === 0 || !confirm) return hits(end, limit)
  const found: (Row & { doc: number })[] = []
  for (let before = end; found.length < limit; ) {
    const rows = await hits(before, CONFIRMED_AT_ONCE)
    const confirmed = await confirm(
      rows.map(({ id }) => id),
      broad,
    )
    found.push(...rows.filter(({ id }) => confirmed.has(id)))
    if (rows.length < CONFIRMED_AT_ONCE) break
    before = rows.at(-1)?.doc ?? 0
  }
  return found.slice(0, limit)
}

/** The same rows of a bucket, newest first, with whether they have the words as they are. */
async function tellWhole<Row extends { doc: number }>(
  db: Queryable,
  { table, terms }: Search,
  bucket: string,
  rows: Row[],
): Promise<(Row & { whole: boolean })[]> {
  const index = sql.table(wordsOf(table))
  const query = terms.map(({ word }) => `"${bucket}${encode(word)}"`).join(' AND ')
  const { rows: whole } = await sql<{ doc: number }>`select rowid as doc from ${index}
    where ${index} match ${query} and ${index}.rowid >= ${rows.at(-1)?.doc ?? 0} and ${index}.rowid <= ${rows[0]?.doc ?? 0}`.execute(
    db,
  )
  const docs = new Set(whole.map(({ doc }) => doc))
  return rows.map((row) => ({ ...row, whole: docs.has(row.doc) }))
}

/** Which of these entries are stored. */
export async function findStoredOnSqlite(db: Queryable, ids: string[]): Promise<Set<string>> {
  const stored = ids.map((id) => storedId('search_entries', id))
  const { rows } = await sql<{ id: string }>`select ${textOf(sql`id`)} as id from search_entries
    where id in (${sql.join(stored)})`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
