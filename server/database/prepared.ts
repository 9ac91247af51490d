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

class Placeholder {
  readonly index: number
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

/** An object has one placeholder for each property, so its properties must always be the same. */
function placeholderFor(value: unknown, index: number): unknown {
  // Lists and bytes are values themselves.
  if (typeof value !== 'object' || value?.constructor !== Object) return new Placeholder(index)
  return Object.fromEntries(Object.keys(value).map((name) => [name, new Placeholder(index, name)]))
}

// Every connection keeps named statements until it closes. The server has a few hundred queries.
const MAX_NAMES = 1_000
const names = new Map<string, string>()

export function nameOfPrepared(text: string): string | undefined {
  return names.get(text)
}

type Prepared<Values extends unknown[], Row> = {
  (db: Queryable, ...values: Values): Promise<QueryResult<Row>>
  bind(db: Queryable, ...values: Values): CompiledQuery<Row>
}

/** Compiles once, as building a hot query costs more than running it. `build` must only pass values on. */
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

const LIMITS = [11, 26, 51, 101]

/** PostgreSQL replans for an unknown limit, so limits are a few constants, and more rows may be returned. */
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
