import type { FormValue } from '../../../contract/fields/form.ts'
import type { paged } from '../../../contract/fields/queries.ts'
import { idOfCursor, type Page } from '../cache/list.ts'

export type PageQuery = FormValue<typeof paged.query>

/** The page that a query asks for. */
export function pageOf({ limit, cursor }: PageQuery): Page {
  return { limit, before: cursor === null ? undefined : idOfCursor(cursor) }
}

/** Queries read one entry more than the page holds, which shows whether there is a next page. */
export function splitPage<Row>(rows: Row[], { limit }: Page): { shown: Row[]; isLast: boolean } {
  return { shown: rows.slice(0, limit), isLast: rows.length <= limit }
}
