import {
  type ColumnNode,
  type CompiledQuery,
  InsertQueryNode,
  type OperationNode,
  PrimitiveValueListNode,
  type RawBuilder,
  sql,
  ValuesNode,
} from 'kysely'

// On several nodes, one statement that writes to several tables is slow: Citus runs each part separately and sends
// its rows to the node of the next part. So there the parts are statements of a transaction.

/**
 * A condition for later statements of the same transaction: whether this query has written its row. Undefined for a
 * deletion, which leaves nothing to check; a check before it may miss a row that the deletion then finds.
 */
export function wasWritten({ query }: CompiledQuery): RawBuilder<boolean> | undefined {
  if (!InsertQueryNode.is(query)) return undefined
  // It writes the row or fails, and the transaction with it.
  if (!query.onConflict) return sql<boolean>`true`
  return wasInserted(query)
}

/** Whether the key is taken by the row with this very id, which is new with every attempt. */
function wasInserted({ into, columns = [], values, onConflict }: InsertQueryNode) {
  const [row] = values && ValuesNode.is(values) ? values.values : []
  const key = onConflict?.columns?.map(nameOf)
  if (!into || !row || !key || !columns.some((column) => nameOf(column) === 'id')) return undefined
  const given = PrimitiveValueListNode.is(row) ? row.values : row.values.map(expression)
  const same = columns.flatMap((column, index) =>
    [...key, 'id'].includes(nameOf(column)) ? sql`${expression(column)} = ${given[index]}` : [],
  )
  return sql<boolean>`exists (select from ${expression(into)} where ${sql.join(same, sql` and `)})`
}

function nameOf({ column }: ColumnNode): string {
  return column.name
}

function expression(node: OperationNode) {
  return { toOperationNode: () => node }
}
