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

// The same few pages are asked for all the time.
const MOST_REMEMBERED = 200
const remembered = new Map<string, Page>()

/** The page that a query string asks for. */
export function readPage(query: string): Page {
  const known = remembered.get(query)
  if (known) return known
  const given = new URLSearchParams(query)
  const page = { limit: readLimit(given.getAll('limit')), before: readCursor(given.getAll('cursor')) }
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  remembered.set(query, page)
  return page
}

function readLimit(given: string[]): number {
  const [text = ''] = given
  if (given.length <= 1 && text === '') return PAGE_SIZE
  if (given.length > 1 || !/^\d+$/.test(text) || /^0+$/.test(text)) {
    throw invalid({ msg: `Limit must be a number from 1 to ${PAGE_SIZE_MOST}`, field: 'limit' })
  }
  return Math.min(Number(text), PAGE_SIZE_MOST)
}

function readCursor(given: string[]): string | undefined {
  const [text = ''] = given
  if (given.length <= 1 && text === '') return undefined
  const hex = given.length === 1 ? Buffer.from(text, 'base64url').toString('hex') : ''
  const id = asId(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'))
  if (!id) throw invalid({ msg: 'Cursor is not valid', field: 'cursor' })
  return id
}

/** The Link header (RFC 8288) of a page that is followed by another. */
export function nextLink(path: string, limit: number, lastId: string): string {
  const cursor = Buffer.from(lastId.replaceAll('-', ''), 'hex').toString('base64url')
  return `<${path}?limit=${limit}&cursor=${cursor}>; rel="next"`
}
