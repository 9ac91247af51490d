import { PAGE_BYTES } from '../../../contract/limits.ts'
import { Entry } from './cache.ts'
import { Collection } from './collection.ts'
import type { Document } from './document.ts'
import { HttpResponse } from './http-response.ts'
import { bytesOnPage, countWithin, joinParts, type Part, type Parts } from './json.ts'
import type { ResponseCache } from './response-cache.ts'

/** Up to `limit` documents that are older than the id `before`. */
export type Page = { limit: number; before: string | undefined }

/** `position` is the id by which the list is sorted. */
type ListKey = { id: string; position: string }
export type PageKeys = { keys: readonly ListKey[]; isLast: boolean }

type Description<Query> = {
  of: Document
  path(query: Query): string
  topic(query: Query): string | string[]
  keys(query: Query, page: Page): Promise<PageKeys>
}

const KEY_BYTES = 200

export function list<Query>(
  cache: ResponseCache,
  { of, path, topic, keys }: Description<Query>,
): (query: Query, page: Page) => Promise<Entry<HttpResponse>> {
  const allKeys = new Collection<PageKeys>(cache.entries)
  const pages = new Collection<HttpResponse>(cache.entries)

  const loadKeys = (query: Query, page: Page, name: string) =>
    allKeys.load(name, async () => {
      const value = await keys(query, page)
      return { value, bytes: value.keys.length * KEY_BYTES, topics: [topic(query)].flat() }
    })

  return async (query, page) => {
    const name = `${path(query)} ${page.limit} ${page.before ?? ''}`
    const known = pages.get(name)
    if (known) {
      cache.entries.hits++
      return known
    }
    const since = cache.entries.version
    const entry = await loadKeys(query, page, name)
    const { keys, isLast } = entry?.value ?? { keys: [], isLast: true }
    const parts = await loadFirst(
      of,
      keys.map(({ id }) => id),
    )
    // A concurrent request may have joined the same parts already.
    const joined = pages.get(name)
    if (joined) return joined
    const value = joinPage(parts, { keys, isLast }, path(query), page.limit)
    const found = parts.filter((part) => part !== undefined)
    const made = { value, bytes: value.size, topics: [], parts: entry ? [entry, ...found] : found }
    // A missing document may come back, for example with its author, and no topic of the page would change.
    return found.length < parts.length ? new Entry(made) : pages.store(name, made, since)
  }
}

/** Not cached, as only one member sees it. Its order may differ from that of the documents. */
export async function personalPage(
  of: Document,
  found: PageKeys,
  path: string,
  { limit }: Page,
): Promise<HttpResponse> {
  const parts = await loadFirst(
    of,
    found.keys.map(({ id }) => id),
  )
  return joinPage(parts, found, path, limit)
}

/** Large documents come in batches. The first of a batch is only missing if it has been deleted. */
export async function loadFirst(of: Document, ids: string[]): Promise<Parts> {
  const found = new Map<string, Entry<Part> | undefined>()
  let missing = ids.toSorted().reverse()
  for (;;) {
    const parts = missing.length > 0 ? await of.parts(missing) : []
    for (const [index, id] of missing.entries()) {
      if (parts[index] || index === 0) found.set(id, parts[index])
    }
    missing = missing.filter((id) => !found.has(id))
    const end = ids.findIndex((id) => !found.has(id))
    const first = ids.slice(0, end === -1 ? ids.length : end).map((id) => found.get(id))
    const fitting = countWithin(first, PAGE_BYTES, bytesOnPage)
    if (fitting < first.length || missing.length === 0) return first.slice(0, fitting)
  }
}

function joinPage(parts: Parts, { keys, isLast }: PageKeys, path: string, limit: number): HttpResponse {
  const last = keys[parts.length - 1]
  const hasMore = last && !(isLast && parts.length === keys.length)
  return new HttpResponse(joinParts(parts), hasMore ? nextLink(path, limit, last.position) : undefined)
}

export function nextLink(path: string, limit: number, position: string): string {
  return `<${path}${path.includes('?') ? '&' : '?'}limit=${limit}&cursor=${cursorOf(position)}>; rel="next"`
}

export function cursorOf(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
}

/** Any sixteen bytes are a valid id, though probably of nothing that exists. */
export function idOfCursor(cursor: string): string {
  const hex = Buffer.from(cursor, 'base64url').toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
