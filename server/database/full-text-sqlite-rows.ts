import { type RawBuilder, sql } from 'kysely'
import type { FullTextTable } from './full-text.ts'
import { prepare } from './prepared.ts'

// How rows and words are stored on SQLite.

/**
 * The rows of a part of a query, with ids as text. Entries are many, so their ids are stored as bytes. With a limit, even
 * none, SQLite takes the rows one by one as it finds them, and makes the text of an id once. It would otherwise do so
 * wherever the id is used.
 */
export function withTextIds(table: FullTextTable, from: RawBuilder<unknown>): RawBuilder<unknown> {
  if (table === 'search_people') return sql`(select doc, id, user_id ${from} limit -1)`
  return sql`(select doc, id, coalesce(on_post, id) as post_id from (
    select doc, ${textOf(sql`id`)} as id, case when post_id is not null then ${textOf(sql`post_id`)} end as on_post
    ${from} limit -1
  ))`
}

export function textOf(bytes: RawBuilder<unknown>): RawBuilder<string> {
  const parts = ['1, 4', '5, 2', '7, 2', '9, 2', '11'].map(
    (part) => sql`hex(substr(${bytes}, ${sql.raw(part)}))`,
  )
  return sql<string>`lower(concat_ws('-', ${sql.join(parts)}))`
}

/** An id as the table stores it. */
export function storedId(table: FullTextTable, id: string): string | Buffer {
  return table === 'search_people' ? id : Buffer.from(id.replaceAll('-', ''), 'hex')
}

export const wordsOf = (table: FullTextTable) => `${table}_words`
export const termsOf = (table: FullTextTable) => `${table}_terms`

// FTS5 takes only letters and digits of ASCII, and all other characters, as parts of a word.
export function encode(word: string): string {
  return word.replaceAll(/[\0-\x2f\x3a-\x60\x7b-\x7f]/g, (character) =>
    String.fromCharCode(0xe000 + character.charCodeAt(0)),
  )
}

/** A statement that is compiled once, as building it takes longer than running it. */
export function statement<Values extends unknown[], Row>(build: (...values: Values) => RawBuilder<Row>) {
  return prepare<Values, Row>((db, ...values) => ({ compile: () => build(...values).compile(db) }))
}
