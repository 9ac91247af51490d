import type { Static, TSchema } from 'typebox'
import type { FormValue } from '../../../contract/fields/form.ts'
import type { paged } from '../../../contract/fields/queries.ts'
import { PAGE_BYTES } from '../../../contract/limits.ts'
import { HttpResponse } from '../cache/http-response.ts'
import { serialise } from '../cache/json.ts'
import { idOfCursor, nextLink, type Page } from '../cache/list.ts'

export type PageQuery = FormValue<typeof paged.query>
type Filters = Record<string, string | boolean | string[] | number | null>

export function pageOf({ limit, cursor }: PageQuery): Page {
  return { limit, before: cursor === null ? undefined : idOfCursor(cursor) }
}

/** The same however the filters were written in the request. */
export function pathWith(path: string, filters: Filters): string {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((one) => [name, String(one)]),
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

/** Queries read one row more than the page holds. */
export function splitPage<Row>(rows: Row[], { limit }: { limit: number }): { shown: Row[]; isLast: boolean } {
  return { shown: rows.slice(0, limit), isLast: rows.length <= limit }
}

/** `rest` is where the list continues, if it does. */
export type PageContent<Value> = { items: { value: Value; position: string }[]; rest: string | undefined }

export function pageContent<Row, Value>(
  rows: Row[],
  limit: number,
  present: (row: Row) => Value,
  positionOf: (row: Row) => string,
): PageContent<Value> {
  const { shown, isLast } = splitPage(rows, { limit })
  const items = shown.map((row) => ({ value: present(row), position: positionOf(row) }))
  return { items, rest: isLast ? undefined : items.at(-1)?.position }
}

/** For lists that are not worth caching. Ends early where the page would be too large. */
export function pageResponse<Schema extends TSchema>(
  schema: Schema,
  { items, rest }: PageContent<Static<Schema>>,
  path: string,
  limit: number,
): HttpResponse {
  const parts: string[] = []
  let bytes = 0
  for (const { value } of items) {
    const json = serialise(schema, value)
    bytes += Buffer.byteLength(json) + 1
    if (parts.length > 0 && bytes > PAGE_BYTES) break
    parts.push(json)
  }
  const next = parts.length < items.length ? items[parts.length - 1]?.position : rest
  return new HttpResponse(`[${parts.join(',')}]`, next && nextLink(path, limit, next))
}
