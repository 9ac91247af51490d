import {
  type CompiledQuery,
  createQueryId,
  DeleteQueryNode,
  InsertQueryNode,
  type OperationNode,
  type RootOperationNode,
  sql,
} from 'kysely'
import type { Queryable } from './database.ts'
import { isDivisionByZero, isUniqueViolation } from './faults.ts'

// On several nodes, one statement that writes to several tables is slow: Citus runs each part separately and sends
// its rows to the node of the next part. So there the parts are statements of a transaction, sent together. None of
// them can wait for the result of another, so the transaction fails if its row is not written.

type Query<Row> = { compile(): CompiledQuery<Row> }

/** The same query, but it fails if the row exists already. */
export function insertOrFail<Row>(db: Queryable, query: Query<Row>): Query<Row> {
  return {
    compile() {
      const compiled = query.compile()
      if (!InsertQueryNode.is(compiled.query) || !compiled.query.onConflict) return compiled
      const { onConflict: _, ...node } = compiled.query
      return db.getExecutor().compileQuery<Row>(node as RootOperationNode, createQueryId())
    },
  }
}

/** Whether the row has to be locked before; an insertion fails by itself. */
export function isDeletion({ query }: CompiledQuery): boolean {
  return DeleteQueryNode.is(query)
}

/**
 * Locks the row that a query is about to delete, and fails if there is none. A row that is being inserted meanwhile is
 * missed: the deletion then counts as the earlier of the two.
 */
export function lockOrFail(db: Queryable, deletion: Query<unknown>): Query<unknown> {
  return {
    compile() {
      const { query } = deletion.compile()
      if (!DeleteQueryNode.is(query) || !query.where) throw new Error('There is no row to lock')
      const rows = sql`${sql.join(query.from.froms.map(expression))} where ${expression(query.where.where)}`
      // Dividing by zero is the only way for a statement to fail on purpose.
      return sql`select 1 / count(*) as found from (select 1 from ${rows} for update) as locked`.compile(db)
    },
  }
}

/** Whether a transaction failed because its row was there already, or gone. */
export function isNotWritten(error: unknown): boolean {
  return isUniqueViolation(error) || isDivisionByZero(error)
}

function expression(node: OperationNode) {
  return { toOperationNode: () => node }
}
