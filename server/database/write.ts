import { type CompiledQuery, type QueryCreator, type RawBuilder, sql } from 'kysely'
import type { Database, Queryable } from './database.ts'
import { prepare, run as runQuery } from './prepared.ts'
import type { Tables } from './tables.ts'
import { insertOrFail, isDeletion, isNotWritten, lockOrFail } from './write-in-parts.ts'

/** What builds the queries of a write. */
export type Writer = QueryCreator<Tables>

type Query<Row> = { compile(): CompiledQuery<Row> }
type Topic = string | RawBuilder<string>

/** The main write: if it returns no row, nothing else happens. */
export type WriteRow<Values extends unknown[], Row> = (db: Writer, ...values: Values) => Query<Row>

/** For statements of a transaction that stops or fails if the row is not written. */
export const ALWAYS = sql<boolean>`true`

/** A query that follows from the write, such as one that counts; it does nothing unless `isWritten`. */
export type Step<Values extends unknown[]> = (
  db: Writer,
  isWritten: RawBuilder<boolean>,
  ...values: Values
) => Query<unknown>

/**
 * A step whose rows the next ones need. `rows` are those that the step returns, or its table if the steps are several
 * statements: the next steps look for the rows by their values, which is right either way.
 */
type Chain<Values extends unknown[]> = {
  table: keyof Tables
  step: Step<Values>
  next: ((db: Writer, rows: RawBuilder<unknown>, ...values: Values) => Query<unknown>)[]
}

export type Consequences<Values extends unknown[]> = {
  /**
   * Steps that change a row which others change too, such as one with counts. On several nodes they come first, so that
   * everyone waits there: whoever had written other rows before would deadlock with a deletion of all of them.
   */
  counts?: Step<Values>[]
  steps?: (Step<Values> | Chain<Values>)[]
  /** Whether steps write to another home than the row: on several nodes the topics are recorded twice then. */
  leavesHome?: true
  /** The topics that caches invalidate. */
  topics: (...values: Values) => Topic[]
}

/** Whether there was anything to write, and the rows of the query that answers the write. */
export type Outcome<Row, Answer> = { written: Row | undefined; answer: Answer[] }

/**
 * A write with everything that follows from it, in one commit, and then the query for its response. On PostgreSQL
 * the write is one statement, sent with the query in one round trip. SQLite has no statement that writes to more
 * than one table, but needs no round trips: there it is a transaction of several statements.
 *
 * On several nodes (placement.ts) the parts are statements of a transaction, sent with its begin and commit in the
 * same round trip. Each part identifies its rows by the values instead of taking them from another part, so that
 * each runs on one shard. If the row is not written, the transaction fails, which undoes the other parts.
 */
export function write<Values extends unknown[], Row>(
  row: WriteRow<Values, Row>,
  consequences: Consequences<Values>,
) {
  const inOneStatement = prepare((db, at: number, ...values: Values) =>
    statement(db, row, consequences, at, values),
  )
  const inParts = transactionParts(row, consequences)
  const perform = transactionSteps(row, consequences)

  const run = async <Answer>(
    db: Database,
    values: Values,
    answer?: CompiledQuery<Answer>,
  ): Promise<Outcome<Row, Answer>> => {
    if (!db.pipeline) {
      const written = await db.transaction((trx) => perform(trx, values))
      return { written, answer: answer ? (await runQuery(db.kysely, answer)).rows : [] }
    }
    if (db.hasNodes?.()) return runInParts(db, db.pipeline, inParts(db.kysely, values), answer)
    const query = inOneStatement.bind(db.kysely, Date.now(), ...values)
    const [[written], rows = []] = answer ? await db.pipeline(query, answer) : await db.pipeline(query)
    return { written, answer: rows }
  }
  /** As a part of a transaction that does more. */
  return Object.assign(run, { within: perform })
}

/** The topic of a thing whose id is one of the values. */
export function topicOf(kind: string, id: string): RawBuilder<string> {
  return sql<string>`${sql.lit(`${kind}:`)} || cast(${id} as text)`
}

function statement<Values extends unknown[], Row>(
  db: Queryable,
  row: WriteRow<Values, Row>,
  { counts = [], steps = [], topics }: Consequences<Values>,
  at: number,
  values: Values,
): Query<Row> {
  const isWritten = sql<boolean>`exists (select from written)`
  const followUps = [...counts, ...steps].flatMap((step, index) => {
    const name = sql.ref(`step_${index}`)
    if (typeof step === 'function') return sql`${name} as (${step(db, isWritten, ...values) as never})`
    return [
      sql`${name} as (${step.step(db, isWritten, ...values) as never})`,
      ...step.next.map(
        (next, place) => sql`${sql.ref(`next_${index}_${place}`)} as (${next(db, name, ...values) as never})`,
      ),
    ]
  })
  const parts = [
    sql`written as (${row(db, ...values) as never})`,
    ...followUps,
    sql`recorded as (${insertChanges(topics(...values), at) as never})`,
  ]
  const query = sql<Row>`with ${sql.join(parts)} select * from written`
  return { compile: () => query.compile(db) }
}

const begin = prepare((db) => ({ compile: () => sql`begin`.compile(db) }))
const commit = prepare((db) => ({ compile: () => sql`commit`.compile(db) }))

/** The queries of a transaction, and which of them writes the row. */
type Parts = { queries: CompiledQuery[]; row: number }

function transactionParts<Values extends unknown[], Row>(
  row: WriteRow<Values, Row>,
  { counts = [], steps = [], topics, leavesHome }: Consequences<Values>,
) {
  const writeRow = prepare((db, ...values: Values) => insertOrFail(db, row(db, ...values)))
  const lockRow = prepare((db, ...values: Values) => lockOrFail(db, row(db, ...values)))
  const countFirst = prepareSteps(counts)
  const followUps = prepareSteps(steps)
  const recordTopics = prepareTopics(topics)

  return (db: Queryable, values: Values): Parts => {
    const counted = countFirst.map((count) => count.bind(db, ...values))
    const written = writeRow.bind(db, ...values)
    const lock = isDeletion(written) ? [lockRow.bind(db, ...values)] : []
    const followed = followUps.map((followUp) => followUp.bind(db, ...values))
    const recorded = recordTopics.bind(db, Date.now(), ...values)
    return {
      queries: [
        ...[begin.bind(db), ...counted, ...lock, written, ...followed, recorded, commit.bind(db)],
        // The nodes may commit after the topics; see repeatChanges.
        ...(leavesHome ? [recorded] : []),
      ],
      row: 1 + counted.length + lock.length,
    }
  }
}

async function runInParts<Row, Answer>(
  db: Database,
  pipeline: NonNullable<Database['pipeline']>,
  { queries, row }: Parts,
  answer: CompiledQuery<Answer> | undefined,
): Promise<Outcome<Row, Answer>> {
  try {
    const results = await pipeline(...queries, ...(answer ? [answer] : []))
    const [written] = results[row] as Row[]
    return { written, answer: answer ? (results.at(-1) as Answer[]) : [] }
  } catch (error) {
    if (!isNotWritten(error)) throw error
    return { written: undefined, answer: answer ? (await runQuery(db.kysely, answer)).rows : [] }
  }
}

function transactionSteps<Values extends unknown[], Row>(
  row: WriteRow<Values, Row>,
  { counts = [], steps = [], topics }: Consequences<Values>,
) {
  const writeRow = prepare(row)
  const followUps = prepareSteps([...counts, ...steps])
  const recordTopics = prepareTopics(topics)

  return async (trx: Queryable, values: Values): Promise<Row | undefined> => {
    const { rows } = await writeRow(trx, ...values)
    const [written] = rows
    if (!written) return undefined
    for (const followUp of followUps) await followUp(trx, ...values)
    await recordTopics(trx, Date.now(), ...values)
    return written
  }
}

/** Each step as a statement of its own. */
function prepareSteps<Values extends unknown[]>(steps: (Step<Values> | Chain<Values>)[]) {
  return inSteps(steps).map((step) => prepare((db, ...values: Values) => step(db, ALWAYS, ...values)))
}

function prepareTopics<Values extends unknown[]>(topics: (...values: Values) => Topic[]) {
  return prepare((db, at: number, ...values: Values) => ({
    compile: () => insertChanges(topics(...values), at).compile(db),
  }))
}

/** All steps one after another, for engines on which each is a statement of its own. */
function inSteps<Values extends unknown[]>(steps: (Step<Values> | Chain<Values>)[]): Step<Values>[] {
  return steps.flatMap((step) => {
    if (typeof step === 'function') return step
    const next = step.next.map(
      (query): Step<Values> =>
        (db, _isWritten, ...values) =>
          query(db, sql.table(step.table), ...values),
    )
    return [step.step, ...next]
  })
}

function insertChanges(topics: Topic[], at: number): RawBuilder<unknown> {
  const rows = topics.map((topic) => {
    const text = typeof topic === 'string' ? sql.lit(topic) : topic
    return sql`(${text}, ${at})`
  })
  return sql`insert into changes (topic, at) values ${sql.join(rows)}`
}
