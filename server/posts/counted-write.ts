import { type DeleteQueryBuilder, type InsertQueryBuilder, type QueryCreator, sql } from 'kysely'
import { recordChanges } from '../database/changes.ts'
import type { Database, Queryable } from '../database/database.ts'
import { prepare } from '../database/prepared.ts'
import type { Tables } from '../database/tables.ts'

type Column = 'like_count' | 'comment_count'
type Written = { post_id: string }
type Write =
  | InsertQueryBuilder<Tables, 'likes', Written>
  | InsertQueryBuilder<Tables, 'comments', Written>
  | DeleteQueryBuilder<Tables, 'likes', Written>
  | DeleteQueryBuilder<Tables, 'comments', Written>

/**
 * A write of a like or a comment together with what follows from it: the post's count, and the note
 * that the post has changed. All of it commits or nothing; the answer says whether there was anything
 * to do. PostgreSQL takes it as one statement, and so in one round trip; SQLite is at hand, and knows
 * no statement that writes to more than one table.
 */
export function countedWrite<Values extends unknown[]>(
  column: Column,
  by: 1 | -1,
  write: (db: QueryCreator<Tables>, ...values: Values) => Write,
): (db: Database, ...values: Values) => Promise<boolean> {
  const writeRow = prepare(write)
  const count = prepare((db, postId: string) => addToCount(db, column, by).where('id', '=', postId))
  const writeAll = prepare((db, at: number, ...values: Values) =>
    db
      .with('written', (part) => write(part, ...values))
      .with('counted', (part) =>
        addToCount(part, column, by).where('id', 'in', part.selectFrom('written').select('post_id')),
      )
      .with('noted', (part) =>
        part
          .insertInto('changes')
          .columns(['topic', 'at'])
          .expression(
            part
              .selectFrom('written')
              .select([sql<string>`'post:' || post_id`.as('topic'), sql<number>`${at}::bigint`.as('at')]),
          ),
      )
      .selectFrom('written')
      .select('post_id'),
  )

  const stepByStep = async (trx: Queryable, values: Values) => {
    const { rows } = await writeRow(trx, ...values)
    const [written] = rows
    if (!written) return false
    await count(trx, written.post_id)
    await recordChanges(trx, `post:${written.post_id}`)
    return true
  }

  return async (db, ...values) => {
    if (!db.statement) return db.transaction((trx) => stepByStep(trx, values))
    const { rows } = await db.statement((connection) => writeAll(connection, Date.now(), ...values))
    return rows.length > 0
  }
}

function addToCount(db: QueryCreator<Tables>, column: Column, by: number) {
  return db.updateTable('posts').set({ [column]: sql`${sql.ref(column)} + ${sql.lit(by)}` })
}
