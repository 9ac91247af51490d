import { type Awaitable, after } from '../awaitable.ts'
import type { Topic } from '../database/changes.ts'
import type { FreshCache } from '../fresh-cache.ts'
import { nextLink, type Page } from './paging.ts'
import { PreparedAnswer } from './prepared-answer.ts'

const COMMA = Buffer.from(',')
const OPEN = Buffer.from('[')
const CLOSE = Buffer.from(']')

type PageKeys = { topics: Topic[]; next: string | undefined }

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

  constructor(cache: FreshCache, list: List) {
    this.#cache = cache
    this.#list = list
  }

  /** At once where nothing of it has changed. */
  page(page: Page): Awaitable<PreparedAnswer> {
    const { topic, keys, entries } = this.#list
    const name = `${page.limit} ${page.before ?? ''}`
    const known = this.#cache.peek<PreparedAnswer>(topic, name)
    if (known) {
      this.#cache.hits++
      return known
    }
    const listed = this.#cache.get(topic, `keys ${name}`, () => keys(page), sizeOfKeys)
    return after(listed, (pageKeys) =>
      after(this.#cache.getMany(pageKeys.topics, topic, entries, sizeOfPart), (parts) =>
        this.#join(page, name, pageKeys, parts),
      ),
    )
  }

  #join(page: Page, name: string, keys: PageKeys, parts: (Buffer | undefined)[]): PreparedAnswer {
    const { topic, path } = this.#list
    // Many may have waited for the same parts; the first of them has joined them for all.
    const joined = this.#cache.peek<PreparedAnswer>(topic, name)
    if (joined) return joined
    const link = keys.next && nextLink(path, page.limit, keys.next)
    const answer = new PreparedAnswer(joinList(parts), link)
    // What changed while the rest was being made is right for who asked before, and for nobody after.
    const current =
      this.#cache.peek(topic, `keys ${name}`) === keys &&
      parts.every((part, index) => this.#cache.peek(keys.topics[index] as Topic, topic) === part)
    if (current) this.#cache.keep([topic, ...keys.topics], name, answer, answer.size)
    return answer
  }
}

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
