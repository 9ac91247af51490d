import { type CompiledQuery, type QueryCreator, type RawBuilder, sql } from 'kysely'
import type { Database, Queryable } from './database.ts'
import { prepare, run } from './prepared.ts'
import type { Tables } from './tables.ts'

type Query<Row> = { compile(): CompiledQuery<Row> }

/** The rows that were written, as a table that later steps select from. */
type Written = RawBuilder<unknown>

type Description<Values extends unknown[], Row> = {
  /** The write that decides: where it returns no row, nothing else happens. It returns one row at most. */
  row(db: QueryCreator<Tables>, ...values: Values): Query<Row>
  /** What follows from it: counts, notifications, jobs. */
  steps?: ((db: QueryCreator<Tables>, written: Written) => Query<unknown>)[]
  /** What has changed, for caches: texts, or expressions on the columns of the row. */
  topics: (string | RawBuilder<string>)[]
}

/** Whether there was anything to write, and the rows of the query that answers the write. */
type Outcome<Row, Answer> = { written: Row | undefined; answer: Answer[] }

/**
 * A write with all that follows from it, in one commit, and after it the query that answers it. PostgreSQL
 * takes the write as one statement, and both in one round trip. SQLite has no statement that writes to more
 * than one table, but needs no round trips: there it is a transaction of several statements.
 */
export function write<Values extends unknown[], Row extends Record<string, unknown>>(
  description: Description<Values, Row>,
) {
  const inOneStatement = prepare((db, at: number, ...values: Values) =>
    statement(db, description, at, values),
  )
  const inSteps = stepByStep(description)

  return async <Answer>(
    db: Database,
    values: Values,
    answer?: CompiledQuery<Answer>,
  ): Promise<Outcome<Row, Answer>> => {
    if (db.pipeline) {
      const whole = inOneStatement.filledIn(db.kysely, Date.now(), ...values)
      const [[written], rows = []] = answer ? await db.pipeline(whole, answer) : await db.pipeline(whole)
      return { written, answer: rows }
    }
    const written = await db.transaction((trx) => inSteps(trx, values))
    return { written, answer: answer ? (await run(db.kysely, answer)).rows : [] }
  }
}

function statement<Values extends unknown[], Row>(
  db: Queryable,
  { row, steps = [], topics }: Description<Values, Row>,
  at: number,
  values: Values,
): Query<Row> {
  const written = sql.table('written')
  const parts = steps.map(
    (step, index) => sql`${sql.ref(`step_${index}`)} as (${step(db, written) as never})`,
  )
  const whole = sql<Row>`with written as (${row(db, ...values) as never}), ${sql.join([
    ...parts,
    sql`noted as (${notes(written, topics, sql`${at}::bigint`)})`,
  ])} select * from written`
  return { compile: () => whole.compile(db) }
}

function stepByStep<Values extends unknown[], Row extends Record<string, unknown>>({
  row,
  steps = [],
  topics,
}: Description<Values, Row>) {
  const writeRow = prepare((db, ...values: Values) => row(db, ...values))
  // The columns that the write returns are known once it has returned some.
  const prepareFor = (columns: string[]) => ({
    steps: steps.map((step) => prepare((db, ...values: unknown[]) => step(db, tableOf(columns, values)))),
    note: prepare((db, at: number, ...values: unknown[]) => ({
      compile: () => notes(tableOf(columns, values), topics, sql`${at}`).compile(db),
    })),
  })
  let rest: ReturnType<typeof prepareFor> | undefined

  return async (trx: Queryable, values: Values): Promise<Row | undefined> => {
    const { rows } = await writeRow(trx, ...values)
    const [written] = rows
    if (!written) return undefined
    rest ??= prepareFor(Object.keys(written))
    const columns = Object.values(written)
    for (const step of rest.steps) await step(trx, ...columns)
    await rest.note(trx, Date.now(), ...columns)
    return written
  }
}

function tableOf(columns: string[], values: unknown[]): Written {
  const pairs = columns.map((column, index) => sql`${values[index]} as ${sql.ref(column)}`)
  return sql`(select ${sql.join(pairs)}) as written`
}

function notes(written: Written, topics: (string | RawBuilder<string>)[], at: RawBuilder<unknown>) {
  const selects = topics.map((topic) => {
    const text = typeof topic === 'string' ? sql.lit(topic) : topic
    return sql`select ${text}, ${at} from ${written}`
  })
  return sql`insert into changes (topic, at) ${sql.join(selects, sql` union all `)}`
}
