import { type RawBuilder, sql } from 'kysely'
import { HAS_CITUS } from '../../database/changes/changes.ts'
import type { Queryable } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'
import { isTimeout } from '../../database/faults.ts'
import type { FullText, FullTextTable, Search, Term } from './full-text.ts'
import { TIMEOUTS, tookTooLong } from './timeouts.ts'

// GIN has no order, so searches visit the partitions from the newest until they have enough hits.

const PARTITION_ROWS = 131_072
const COMPARED = 1_000

const DISTRIBUTION_COLUMNS = { search_documents: 'post_id', search_people: 'user_id' }
const KEYS = { search_documents: sql`hit.post_id, hit.comment_id`, search_people: sql`hit.user_id` }

export const postgresFullText: FullText = {
  async store(trx, table, rows) {
    const numbers = rows.map(({ number }) => number)
    await createPartitions(trx, table, numbers)
    const column = DISTRIBUTION_COLUMNS[table]
    const keys = rows.flatMap(({ columns }) => columns[column] ?? [])
    await sql`delete from ${sql.table(table)}
      where number = any(cast(${numbers} as bigint[])) and ${isOneOf(trx, column, keys)}`.execute(trx)
    const names = ['number', 'words', ...Object.keys(rows[0]?.columns ?? {})]
    const columns = sql.join(names.map((name) => sql.ref(name)))
    const values = rows.map((row) => ({ ...row.columns, number: row.number, words: row.words.join('\n') }))
    await sql`insert into ${sql.table(table)} (${columns}) select ${columns}
      from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(values)}::json)`.execute(trx)
  },

  async find<Row>(db: Queryable, search: Search) {
    try {
      const transaction = db.transaction().setAccessMode('read only')
      return await transaction.execute((trx) => findInPartitions<Row>(trx, search))
    } catch (error) {
      throw isTimeout(error) ? tookTooLong() : error
    }
  },

  async clear(trx, table) {
    await sql`truncate ${sql.table(table)}`.execute(trx)
  },
}

async function createPartitions(trx: Queryable, table: FullTextTable, numbers: number[]): Promise<void> {
  const existing = (await partitionsOf(trx, table)).map(({ number }) => number)
  const needed = new Set(numbers.map((number) => Math.floor(number / PARTITION_ROWS)))
  for (const partition of needed.difference(new Set(existing))) {
    const start = partition * PARTITION_ROWS
    await sql`create table ${sql.table(`${table}_${partition}`)} partition of ${sql.table(table)}
      for values from (${sql.lit(start)}) to (${sql.lit(start + PARTITION_ROWS)})`.execute(trx)
  }
}

async function partitionsOf(db: Queryable, table: FullTextTable) {
  const { rows } = await sql<{ number: number; nodes: boolean }>`
    select cast(substring(relname from '\\d+$') as integer) as number, ${sql.raw(HAS_CITUS)} as nodes
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = ${sql.lit(table)}::regclass order by number desc`.execute(db)
  return rows
}

async function findInPartitions<Row>(trx: Queryable, search: Search): Promise<(Row & { number: number })[]> {
  const { table, terms, limit } = search
  const deadline = performance.now() + TIMEOUTS.search
  // The planner takes array_to_tsvector for cheap and would call it for every row.
  await sql`select set_config('statement_timeout', ${String(TIMEOUTS.partition)}, true),
    set_config('enable_seqscan', 'off', true),
    set_config('max_parallel_workers_per_gather', '0', true)`.execute(trx)
  const last = trx.selectFrom(table).select(({ fn }) => fn.max<number | null>('number').as('number'))
  const end = search.before ?? ((await last.executeTakeFirst())?.number ?? 0) + 1
  const start = end - Math.max(COMPARED, 2 * limit)
  const newest = queryOfRows<Row>({ ...search, from: start, before: end }, haveWords(terms))
  const hits = (await newest.execute(trx)).rows
  for (const { number, nodes } of await partitionsOf(trx, table)) {
    const from = number * PARTITION_ROWS
    const before = Math.min(start, from + PARTITION_ROWS)
    if (hits.length >= limit) break
    if (from >= before) continue
    if (performance.now() > deadline) throw tookTooLong()
    const part = { ...search, from, before, limit: limit - hits.length }
    const query = nodes ? queryOfRows<Row>(part, match(terms)) : queryOf<Row>(part, `${table}_${number}`)
    hits.push(...(await query.execute(trx)).rows)
  }
  return hits
}

// The offsets, the materialized part and `+ 0` keep the planner from comparing each row, which takes seconds.
function queryOf<Row>(search: Search, partition: string) {
  const { table, terms, before, limit, columns, joins, where } = search
  return sql<Row & { number: number }>`with hits as materialized (
      select hit.number, ${KEYS[table]} from ${sql.table(partition)} as hit
      where ${match(terms)} and hit.number + 0 < ${before}
    )
    select hit.number, joined.* from (select * from hits order by number desc) as hit cross join lateral (
      select ${columns} from (select 1) as one ${joins} where ${where} offset 0
    ) as joined
    order by hit.number desc limit ${limit}`
}

function queryOfRows<Row>(search: Search & { from: number }, condition: RawBuilder<boolean>) {
  const { table, from, before, limit, columns, joins, where } = search
  return sql<Row & { number: number }>`select hit.number, ${columns} from ${sql.table(table)} as hit ${joins}
    where hit.number >= ${from} and hit.number < ${before} and ${condition} and ${where}
    order by hit.number desc limit ${limit}`
}

function match(terms: Term[]): RawBuilder<boolean> {
  const quoted = terms.map(
    ({ word, isPrefix }) => `'${word.replaceAll(/['\\]/g, '$&$&')}'${isPrefix ? ':*' : ''}`,
  )
  return sql<boolean>`array_to_tsvector(string_to_array(hit.words, E'\\n')) @@ ${quoted.join(' & ')}::tsquery`
}

function haveWords(terms: Term[]): RawBuilder<boolean> {
  const matches = terms.map(
    ({ word, isPrefix }) =>
      sql`strpos(E'\\n' || hit.words || E'\\n', ${isPrefix ? `\n${word}` : `\n${word}\n`}) > 0`,
  )
  return sql<boolean>`${sql.join(matches, sql` and `)}`
}
