import type { Static, TSchema } from 'typebox'
import type { FormValue } from '../../../contract/fields/form.ts'
import type { paged } from '../../../contract/fields/queries.ts'
import { PAGE_BYTES } from '../../../contract/limits.ts'
import { CachedResponse, type Content, toJson } from '../cache/cached-response.ts'

export type PageQuery = FormValue<typeof paged.query>

export type Page = { limit: number; before: string | undefined }

type Filters = Record<string, string | boolean | string[] | number | null>

export function pageOf({ limit, cursor }: PageQuery): Page {
  return { limit, before: cursor === null ? undefined : idOfCursor(cursor) }
}

export function pathWith(path: string, filters: Filters): string {
  const parameters = Object.entries(filters).flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((item) => [name, String(item)]),
  )
  return parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters)}`
}

export const pageKey = (path: string, { limit, before = '' }: Page) => `${path} ${limit} ${before}`

export type PageContent<Value> = { items: { value: Value; position: string }[]; rest: string | undefined }

export function pageContent<Row, Value>(
  rows: Row[],
  limit: number,
  present: (row: Row) => Value,
  positionOf: (row: Row) => string,
): PageContent<Value> {
  const items = rows.slice(0, limit).map((row) => ({ value: present(row), position: positionOf(row) }))
  return { items, rest: rows.length > limit ? items.at(-1)?.position : undefined }
}

export type Listed = { id: string; position: string }

export async function idsOfPage(
  ids: string[],
  sizesOf: (ids: string[]) => Promise<{ id: string; size: number }[]>,
): Promise<string[]> {
  const sizes = new Map((await sizesOf(ids)).map(({ id, size }) => [id, Number(size)]))
  let bytes = 0
  const end = ids.findIndex((id) => {
    bytes += sizes.get(id) ?? 0
    return bytes > PAGE_BYTES
  })
  return end === -1 ? ids : ids.slice(0, end + 1)
}

export function contentOf<Value>(
  rows: Listed[],
  ids: string[],
  values: ReadonlyMap<string, Value>,
): PageContent<Value> {
  const items = rows.slice(0, ids.length).flatMap(({ id, position }) => {
    const value = values.get(id)
    return value === undefined ? [] : { value, position }
  })
  return { items, rest: ids.length < rows.length ? rows[ids.length - 1]?.position : undefined }
}

export function renderPage<Schema extends TSchema>(
  schema: Schema,
  { items, rest }: PageContent<Static<Schema>>,
  path: string,
  limit: number,
): Content {
  const rendered: string[] = []
  let bytes = 0
  for (const { value } of items) {
    const json = toJson(schema, value)
    bytes += Buffer.byteLength(json) + 1
    if (rendered.length > 0 && bytes > PAGE_BYTES) break
    rendered.push(json)
  }
  const next = rendered.length < items.length ? items[rendered.length - 1]?.position : rest
  return { body: `[${rendered.join(',')}]`, link: next && nextLink(path, limit, next) }
}

export function pageResponse<Schema extends TSchema>(
  schema: Schema,
  content: PageContent<Static<Schema>>,
  path: string,
  limit: number,
): CachedResponse {
  return new CachedResponse(renderPage(schema, content, path, limit))
}

function nextLink(path: string, limit: number, position: string): string {
  return `<${path}${path.includes('?') ? '&' : '?'}limit=${limit}&cursor=${cursorOf(position)}>; rel="next"`
}

export function cursorOf(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
}

export function idOfCursor(cursor: string): string {
  const hex = Buffer.from(cursor, 'base64url').toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
