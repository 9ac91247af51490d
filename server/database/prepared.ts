import {
  type CompiledQuery,
  type DialectAdapter,
  PostgresAdapter,
  type QueryResult,
  type RawBuilder,
  sql,
} from 'kysely'
import type { Queryable } from './database.ts'
import { DirectSqliteAdapter } from './sqlite/dialect.ts'

/** Takes the place of a value while a query is compiled. */
class Placeholder {
  readonly index: number
  /** Of a value that is a property of an object. */
  readonly name: string | undefined

  constructor(index: number, name?: string) {
    this.index = index
    this.name = name
  }

  valueIn(values: unknown[]): unknown {
    const value = values[this.index]
    return this.name === undefined ? value : (value as Record<string, unknown>)[this.name]
  }
}

/** More than three values have names: they are the properties of an object, which always has the same ones. */
function placeholderFor(value: unknown, index: number): unknown {
  // Lists and bytes are values themselves.
  if (typeof value !== 'object' || value?.constructor !== Object) return new Placeholder(index)
  return Object.fromEntries(Object.keys(value).map((name) => [name, new Placeholder(index, name)]))
}

// Every connection keeps the statements that have a name until it is closed. The server has a few hundred queries.
const MAX_NAMES = 1_000
const names = new Map<string, string>()

/** The name of a prepared query, under which PostgreSQL keeps its plan; those beyond the limit have none. */
export function nameOfPrepared(text: string): string | undefined {
  return names.get(text)
}

type Prepared<Values extends unknown[], Row> = {
  (db: Queryable, ...values: Values): Promise<QueryResult<Row>>
  /** The query with its values, to be run together with others. */
  bind(db: Queryable, ...values: Values): CompiledQuery<Row>
}

/**
 * A query that is built and compiled once for each engine and number of values, then only bound
 * to its values: building a hot query costs more than running it. `build` receives placeholders, so it must only
 * pass the values on.
 */
export function prepare<Values extends unknown[], Row>(
  build: (db: Queryable, ...values: Values) => { compile(): CompiledQuery<Row> },
): Prepared<Values, Row> {
  const engines = new WeakMap<DialectAdapter, CompiledQuery<Row>[]>()

  const bind = (db: Queryable, ...values: Values): CompiledQuery<Row> => {
    const { adapter } = db.getExecutor()
    let compiled = engines.get(adapter)
    if (!compiled) {
      compiled = []
      engines.set(adapter, compiled)
    }
    let query = compiled[values.length]
    if (!query) {
      const placeholders = values.map(placeholderFor) as Values
      query = build(db, ...placeholders).compile()
      if (adapter instanceof PostgresAdapter) {
        if (!names.has(query.sql) && names.size < MAX_NAMES) names.set(query.sql, `prepared-${names.size}`)
      }
      compiled[values.length] = query
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? parameter.valueIn(values) : parameter,
    )
    return { ...query, parameters }
  }

  return runnable(bind)
}

function runnable<Values extends unknown[], Row>(bind: Prepared<Values, Row>['bind']): Prepared<Values, Row> {
  return Object.assign((db: Queryable, ...values: Values) => run(db, bind(db, ...values)), { bind })
}

/** Up to the largest page, and one row more. */
const LIMITS = [11, 26, 51, 101]

/**
 * A prepared query for rows up to a limit. PostgreSQL expects an unknown limit to be a tenth of the table, so in a large
 * one it plans every query again for its values, which takes several times as long as running it. So there the limit is
 * a constant, one of a few, and the query may return more rows than asked for.
 */
export function preparePage<Values extends unknown[], Row>(
  build: (db: Queryable, limit: RawBuilder<number>, ...values: Values) => { compile(): CompiledQuery<Row> },
): Prepared<[limit: number, ...values: Values], Row> {
  const anyLimit = prepare((db, limit: number, ...values: Values) => build(db, sql`${limit}`, ...values))
  const constant = LIMITS.map((limit) => ({
    limit,
    query: prepare((db, ...values: Values) => build(db, sql.lit(limit), ...values)),
  }))

  return runnable((db, limit, ...values) => {
    const isSqlite = db.getExecutor().adapter instanceof DirectSqliteAdapter
    const fitting = isSqlite ? undefined : constant.find((each) => limit <= each.limit)
    return fitting ? fitting.query.bind(db, ...values) : anyLimit.bind(db, limit, ...values)
  })
}

export function run<Row>(db: Queryable, query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
  const { adapter } = db.getExecutor()
  return adapter instanceof DirectSqliteAdapter ? adapter.run(query) : db.executeQuery(query)
}
