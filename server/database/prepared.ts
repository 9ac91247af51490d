import { type CompiledQuery, type QueryResult, type RawBuilder, sql } from 'kysely'
import type { Queryable } from './database.ts'

type Prepared<Values extends unknown[], Row> = {
  (db: Queryable, ...values: Values): Promise<QueryResult<Row>>
  bind(db: Queryable, ...values: Values): CompiledQuery<Row>
}

export function prepare<Values extends unknown[], Row>(
  build: (db: Queryable, ...values: Values) => { compile(): CompiledQuery<Row> },
): Prepared<Values, Row> {
  const bind = (db: Queryable, ...values: Values) => build(db, ...values).compile()
  return Object.assign((db: Queryable, ...values: Values) => run(db, bind(db, ...values)), { bind })
}

export function preparePage<Values extends unknown[], Row>(
  build: (db: Queryable, limit: RawBuilder<number>, ...values: Values) => { compile(): CompiledQuery<Row> },
): Prepared<[limit: number, ...values: Values], Row> {
  return prepare((db, limit: number, ...values: Values) => build(db, sql`${limit}`, ...values))
}

export function run<Row>(db: Queryable, query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
  return db.executeQuery(query)
}
