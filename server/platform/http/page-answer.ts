import type { Static, TSchema } from 'typebox'
import { PAGE_BYTES } from '../../../contract/limits.ts'
import { Answer } from '../cache/answer.ts'
import { nextLink } from '../cache/list.ts'
import { serialise } from '../cache/serialise.ts'

/** Entries in the order of their positions; `rest` is where the list continues after them, if it does. */
export type PageContent<Value> = { entries: { value: Value; position: string }[]; rest: string | undefined }

/** Cuts off the entry that queries read beyond the page, which shows whether there is a next page. */
export function pageContent<Row, Value>(
  rows: Row[],
  limit: number,
  present: (row: Row) => Value,
  positionOf: (row: Row) => string,
): PageContent<Value> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    entries: shown.map((row) => ({ value: present(row), position: positionOf(row) })),
    rest: last && rows.length > limit ? positionOf(last) : undefined,
  }
}

/** A page of a list that is not worth caching, ended early where it would be too large. */
export function pageAnswer<Schema extends TSchema>(
  schema: Schema,
  { entries, rest }: PageContent<Static<Schema>>,
  path: string,
  limit: number,
): Answer {
  const parts: string[] = []
  let bytes = 0
  for (const { value } of entries) {
    const json = serialise(schema, value)
    bytes += Buffer.byteLength(json) + 1
    if (parts.length > 0 && bytes > PAGE_BYTES) break
    parts.push(json)
  }
  const next = parts.length < entries.length ? entries[parts.length - 1]?.position : rest
  return new Answer(`[${parts.join(',')}]`, next && nextLink(path, limit, next))
}
