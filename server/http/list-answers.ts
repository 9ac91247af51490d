import { PAGE_BYTES } from '../../contract/limits.ts'
import { type Awaitable, after } from '../awaitable.ts'
import type { Topic } from '../database/changes.ts'
import type { FreshCache } from '../fresh-cache.ts'
import { nextLink, type Page } from './paging.ts'
import { PreparedAnswer } from './prepared-answer.ts'

const COMMA = Buffer.from(',')
const OPEN = Buffer.from('[')
const CLOSE = Buffer.from(']')

/** An entry of a list: where its page may end, and what its JSON hangs on. */
type Key = { id: string; topic: Topic }
type PageKeys = { keys: Key[]; isLast: boolean }

/** The JSON of an entry; null where it has been deleted after its page was listed. */
type Part = Buffer | null

type List = {
  /** Changes when an entry joins or leaves the list. */
  topic: Topic
  path: string
  /** The entries of a page, in order. */
  keys(page: Page): Promise<PageKeys>
  /** The JSON of the first of these, as many as make about a page, in a fixed number of queries. */
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
    const { topic, keys } = this.#list
    const name = `${page.limit} ${page.before ?? ''}`
    const known = this.#cache.peek<PreparedAnswer>(topic, name)
    if (known) {
      this.#cache.hits++
      return known
    }
    const listed = this.#cache.get(topic, `keys ${name}`, () => keys(page), sizeOfKeys)
    return after(listed, (pageKeys) =>
      after(this.#load(pageKeys.keys, new Map()), (parts) => this.#join(page, name, pageKeys, parts)),
    )
  }

  /** The JSON of the first entries, as many as fit on a page. */
  #load(keys: Key[], loaded: Map<Topic, Part>): Awaitable<Part[]> {
    const parts: Part[] = []
    const room = new Room()
    for (const { topic } of keys) {
      const part = loaded.has(topic) ? loaded.get(topic) : this.#cache.peek<Part>(topic, this.#list.topic)
      if (part === undefined) return this.#loadMore(keys, parts.length, loaded)
      if (part && !room.take(part.length)) break
      parts.push(part)
    }
    return parts
  }

  #loadMore(keys: Key[], from: number, loaded: Map<Topic, Part>): Awaitable<Part[]> {
    const missing = keys.slice(from).map(({ topic }) => topic)
    const build = (topics: Topic[]) => this.#entries(topics)
    return after(this.#cache.getMany(missing, this.#list.topic, build, sizeOfPart), (parts) => {
      parts.forEach((part, index) => {
        if (part !== undefined) loaded.set(missing[index] as Topic, part)
      })
      return this.#load(keys, loaded)
    })
  }

  /** What stands before an entry that was found, and was not found itself, is not there. */
  async #entries(topics: Topic[]): Promise<Map<Topic, Part>> {
    const found = await this.#list.entries(topics)
    const last = topics.findLastIndex((topic) => found.has(topic))
    const known = last === -1 ? topics : topics.slice(0, last + 1)
    return new Map(known.map((topic) => [topic, found.get(topic) ?? null]))
  }

  #join(page: Page, name: string, { keys, isLast }: PageKeys, parts: Part[]): PreparedAnswer {
    const { topic, path } = this.#list
    // Many may have waited for the same parts; the first of them has joined them for all.
    const joined = this.#cache.peek<PreparedAnswer>(topic, name)
    if (joined) return joined
    const shown = keys.slice(0, parts.length)
    const end = isLast && shown.length === keys.length ? undefined : shown.at(-1)?.id
    const answer = new PreparedAnswer(joinList(parts), end && nextLink(path, page.limit, end))
    // What changed while the rest was being made is right for who asked before, and for nobody after.
    const current =
      this.#cache.peek<PageKeys>(topic, `keys ${name}`)?.keys === keys &&
      parts.every((part, index) => this.#cache.peek(shown[index]?.topic as Topic, topic) === part)
    const topics = shown.map((key) => key.topic)
    if (current) this.#cache.keep([topic, ...topics], name, answer, answer.size)
    return answer
  }
}

/** The bytes that a page has left; an entry that is larger than any page still gets one to itself. */
export class Room {
  #bytes = OPEN.length

  take(bytes: number): boolean {
    const isFirst = this.#bytes === OPEN.length
    // A comma or, in the end, the bracket follows.
    this.#bytes += bytes + COMMA.length
    return isFirst || this.#bytes <= PAGE_BYTES
  }
}

/** A JSON list of entries that are JSON already. */
export function joinList(parts: Part[]): Buffer {
  const pieces: Buffer[] = [OPEN]
  for (const part of parts) {
    if (!part) continue
    if (pieces.length > 1) pieces.push(COMMA)
    pieces.push(part)
  }
  pieces.push(CLOSE)
  return Buffer.concat(pieces)
}

// An object with an id and a topic, both of them strings.
function sizeOfKeys({ keys }: PageKeys): number {
  return keys.length * 200
}

function sizeOfPart(part: Part): number {
  return part?.length ?? 0
}
