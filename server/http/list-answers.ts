import type { Awaitable } from '../awaitable.ts'
import type { Topic } from '../database/changes.ts'
import type { FreshCache } from '../fresh-cache.ts'
import { nextLink, type Page } from './paging.ts'
import { PreparedAnswer } from './prepared-answer.ts'

const COMMA = Buffer.from(',')
const OPEN = Buffer.from('[')
const CLOSE = Buffer.from(']')

type PageKeys = { topics: Topic[]; next: string | undefined }
type Composed = { version: number; parts: (Buffer | undefined)[]; keys: PageKeys; answer: PreparedAnswer }

type List = {
  /** Changes when an entry joins or leaves the list. */
  topic: Topic
  path: string
  /** The entries of a page, in order. */
  keys(page: Page): Promise<PageKeys>
  /** The JSON of these entries, made in a fixed number of queries. */
  entries(missing: Topic[]): Promise<Map<Topic, Buffer>>
}

/**
 * Pages of a list, put together from the JSON of their entries. Each entry is made once, however
 * many pages show it; when one changes, it alone is made again and the page is joined anew.
 */
export class ListAnswers {
  readonly #cache: FreshCache
  readonly #list: List
  readonly #composed = new Map<Page, Composed>()

  constructor(cache: FreshCache, list: List) {
    this.#cache = cache
    this.#list = list
  }

  /** At once where nothing has changed. */
  page(page: Page): Awaitable<PreparedAnswer> {
    const known = this.#composed.get(page)
    const version = this.#cache.version
    if (known?.version === version) {
      this.#cache.hits++
      return known.answer
    }
    return this.#compose(page, known, version)
  }

  async #compose(page: Page, known: Composed | undefined, version: number): Promise<PreparedAnswer> {
    const { topic, path, keys, entries } = this.#list
    const key = `${page.limit} ${page.before ?? ''}`
    const pageKeys = await this.#cache.get(topic, key, () => keys(page), sizeOfKeys)
    const parts = await this.#cache.getMany(pageKeys.topics, topic, entries, sizeOfPart)
    if (known && known.keys === pageKeys && parts.every((part, index) => part === known.parts[index])) {
      known.version = version
      return known.answer
    }
    const link = pageKeys.next && nextLink(path, page.limit, pageKeys.next)
    const answer = new PreparedAnswer(joinList(parts), link)
    this.#remember(page, { version, parts, keys: pageKeys, answer })
    return answer
  }

  #remember(page: Page, composed: Composed): void {
    // First pages are asked for again and again, deep ones seldom.
    if (this.#composed.size >= MOST_COMPOSED) this.#composed.clear()
    this.#composed.set(page, composed)
  }
}

const MOST_COMPOSED = 20

/** A JSON list of entries that are JSON already. */
export function joinList(parts: (Buffer | undefined)[]): Buffer {
  const pieces: Buffer[] = [OPEN]
  for (const part of parts) {
    // An entry may have been deleted after its page was listed.
    if (!part) continue
    if (pieces.length > 1) pieces.push(COMMA)
    pieces.push(part)
  }
  pieces.push(CLOSE)
  return Buffer.concat(pieces)
}

function sizeOfKeys({ topics }: PageKeys): number {
  return topics.length * 60
}

function sizeOfPart(part: Buffer): number {
  return part.length
}
