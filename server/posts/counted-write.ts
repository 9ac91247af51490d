import {
  type CompiledQuery,
  type DeleteQueryBuilder,
  type InsertQueryBuilder,
  type QueryCreator,
  sql,
} from 'kysely'
import { recordChanges } from '../database/changes.ts'
import type { Database, Queryable } from '../database/database.ts'
import { prepare, run } from '../database/prepared.ts'
import type { Tables } from '../database/tables.ts'

type Column = 'like_count' | 'comment_count'
type Written = { post_id: string }
type Write =
  | InsertQueryBuilder<Tables, 'likes', Written>
  | InsertQueryBuilder<Tables, 'comments', Written>
  | DeleteQueryBuilder<Tables, 'likes', Written>
  | DeleteQueryBuilder<Tables, 'comments', Written>

/** Whether there was anything to write, and the rows of what was read after it. */
type Outcome<Row> = { written: boolean; rows: Row[] }

/**
 * A write of a like or a comment together with what follows from it: the post's count, and the note
 * that the post has changed. All of it commits or nothing. Then the query is read with which the write
 * is answered. PostgreSQL takes the write as one statement, and both in one round trip; SQLite is at hand,
 * and knows no statement that writes to more than one table.
 */
export function countedWrite<Values extends unknown[]>(
  column: Column,
  by: 1 | -1,
  write: (db: QueryCreator<Tables>, ...values: Values) => Write,
) {
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

  return async <Row>(db: Database, answer: CompiledQuery<Row>, ...values: Values): Promise<Outcome<Row>> => {
    const { kysely } = db
    if (db.together) {
      const [written, rows] = await db.together(writeAll.filledIn(kysely, Date.now(), ...values), answer)
      return { written: written.length > 0, rows }
    }
    const written = await db.transaction((trx) => stepByStep(trx, values))
    return { written, rows: (await run(kysely, answer)).rows }
  }
}

function addToCount(db: QueryCreator<Tables>, column: Column, by: number) {
  return db.updateTable('posts').set({ [column]: sql`${sql.ref(column)} + ${sql.lit(by)}` })
}
