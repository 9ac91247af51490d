import type { TArray, TSchema } from 'typebox'
import { Answer } from './answer.ts'
import { nextLink, type Page } from './list.ts'
import { serialise } from './serialise.ts'

type Description<Row, Value> = {
  schema: TArray<TSchema>
  /** The URL of the list, with its filters. */
  path: string
  present(row: Row): Value
}

/**
 * A page of a list that few people read, so that it is not cached. The rows are sorted by id, newest first, and
 * there is one more than the page holds if another page follows.
 */
export function uncachedPage<Row extends { id: string }, Value>(
  rows: Row[],
  { limit }: Page,
  { schema, path, present }: Description<Row, Value>,
): Answer {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const link = last && rows.length > limit ? nextLink(path, limit, last.id) : undefined
  return new Answer(serialise(schema, shown.map(present)), link)
}
