import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'
import { LAST_CHARACTER } from '../../database/expressions.ts'
import type { FullText, FullTextTable, Search, Term } from './full-text.ts'

// Binds numbers as BigInt: FTS5 ignores a float and reads everything.

// With other lengths, FTS5 would read all rows first, so their words are looked up.
const INDEXED_PREFIXES = [2, 3, 4]
const MAX_WORDS = 64

const wordsOf = (table: FullTextTable) => sql.table(`${table}_words`)

export const sqliteFullText: FullText = {
  async store(trx, table, rows) {
    for (const { number, columns, words } of rows) {
      await setImmediate()
      const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
      const values = sql.join(Object.values(columns))
      const text = words.map(encode).join(' ')
      await sql`insert or replace into ${sql.table(table)} (number, ${names})
        values (${BigInt(number)}, ${values})`.execute(trx)
      await sql`insert or replace into ${wordsOf(table)} (rowid, words)
        values (${BigInt(number)}, ${text})`.execute(trx)
    }
  },

  async find<Row>(db: Queryable, { table, terms, before, limit, columns, joins, where }: Search) {
    const expressions: string[] = []
    for (const term of terms) {
      const expression = await expressionOf(db, table, term)
      if (expression === undefined) return []
      expressions.push(expression)
    }
    const words = wordsOf(table)
    const isBefore = before === undefined ? sql`true` : sql`${words}.rowid < ${BigInt(before)}`
    const query = sql<Row & { number: number }>`select hit.number, ${columns}
      from ${words} cross join ${sql.table(table)} as hit on hit.number = ${words}.rowid ${joins}
      where ${words} match ${expressions.join(' AND ')} and ${isBefore} and ${where}
      order by ${words}.rowid desc limit ${limit}`
    return (await query.execute(db)).rows
  },

  async clear(trx, table) {
    await sql`insert into ${wordsOf(table)} (${wordsOf(table)}) values ('delete-all')`.execute(trx)
    await trx.deleteFrom(table).execute()
  },
}

async function expressionOf(db: Queryable, table: FullTextTable, { word, isPrefix }: Term) {
  const encoded = encode(word)
  if (!isPrefix) return `"${encoded}"`
  if (INDEXED_PREFIXES.includes([...encoded].length)) return `"${encoded}"*`
  const words = await wordsWithPrefix(db, table, encoded)
  if (words.length === 0) return undefined
  return words.length > MAX_WORDS ? `"${encoded}"*` : `(${words.map((found) => `"${found}"`).join(' OR ')})`
}

/** The vocabulary repeats a word for each row, so the query seeks the next word. */
async function wordsWithPrefix(db: Queryable, table: FullTextTable, prefix: string): Promise<string[]> {
  const next = (from: RawBuilder<unknown>) => sql`(select term from ${sql.table(`${table}_vocabulary`)}
    where term >= ${from} and term < ${prefix + LAST_CHARACTER} limit 1)`
  const { rows } = await sql<{ term: string }>`with recursive found (term) as (
      select ${next(sql`${prefix}`)}
      union all select ${next(sql`found.term || char(1)`)} from found where found.term is not null
    ) select term from found where term is not null limit ${sql.lit(MAX_WORDS + 1)}`.execute(db)
  return rows.map(({ term }) => term)
}

/** FTS5's ASCII tokenizer splits at all ASCII characters but letters and digits. */
function encode(word: string): string {
  return word.replaceAll(/[\0-\x2f\x3a-\x60\x7b-\x7f]/g, (character) =>
    String.fromCharCode(0xe000 + character.charCodeAt(0)),
  )
}
