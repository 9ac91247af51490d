import { PAGE_SIZE, PAGE_SIZE_MOST } from '../../contract/limits.ts'
import { asId } from '../ids.ts'
import { invalid } from './refusals.ts'

/** A page of a list that is sorted by id, newest first. */
export type Page = { limit: number; before: string | undefined }

/** One entry more than the page holds tells whether there is a next one. */
export function splitPage<Row extends { id: string }>(rows: Row[], { limit }: Page) {
  const shown = rows.slice(0, limit)
  return { shown, next: rows.length > limit ? shown.at(-1)?.id : undefined }
}

export function readPage(query: unknown): Page {
  const { limit, cursor } = query as Record<string, unknown>
  return { limit: readLimit(limit), before: readCursor(cursor) }
}

function readLimit(given: unknown): number {
  if (given === undefined || given === '') return PAGE_SIZE
  if (typeof given !== 'string' || !/^\d+$/.test(given) || /^0+$/.test(given)) {
    throw invalid({ msg: `Limit must be a number from 1 to ${PAGE_SIZE_MOST}`, field: 'limit' })
  }
  return Math.min(Number(given), PAGE_SIZE_MOST)
}

function readCursor(given: unknown): string | undefined {
  if (given === undefined || given === '') return undefined
  const hex = typeof given === 'string' ? Buffer.from(given, 'base64url').toString('hex') : ''
  const id = asId(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'))
  if (!id) throw invalid({ msg: 'Cursor is not valid', field: 'cursor' })
  return id
}

/** The Link header (RFC 8288) of a page that is followed by another. */
export function nextLink(path: string, limit: number, lastId: string): string {
  const cursor = Buffer.from(lastId.replaceAll('-', ''), 'hex').toString('base64url')
  return `<${path}?limit=${limit}&cursor=${cursor}>; rel="next"`
}
