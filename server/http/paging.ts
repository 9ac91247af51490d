import type { FormValue } from '../../contract/fields.ts'
import type { paged } from '../../contract/queries.ts'

export type PageQuery = FormValue<typeof paged.query>

/** A page of a list that is sorted by id, newest first. */
export type Page = { limit: number; before: string | undefined }

/** One entry more than the page holds tells whether there is a next one. */
export function splitPage<Row>(rows: Row[], { limit }: Page): { shown: Row[]; isLast: boolean } {
  return { shown: rows.slice(0, limit), isLast: rows.length <= limit }
}

/** The page that a query asks for. */
export function pageOf({ limit, cursor }: PageQuery): Page {
  return { limit, before: cursor === null ? undefined : idOfCursor(cursor) }
}

/** Sixteen bytes, whatever they say, are an id; most of them of nothing. */
function idOfCursor(cursor: string): string {
  const hex = Buffer.from(cursor, 'base64url').toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The Link header (RFC 8288) of a page that is followed by another. */
export function nextLink(path: string, limit: number, lastId: string): string {
  const cursor = Buffer.from(lastId.replaceAll('-', ''), 'hex').toString('base64url')
  return `<${path}?limit=${limit}&cursor=${cursor}>; rel="next"`
}
