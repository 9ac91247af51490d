import type { Tinypool } from 'tinypool'
import type { Queryable } from '../../database/database.ts'
import { addressGroup } from '../../platform/http/client-address.ts'
import { stopping, unavailable } from '../../platform/http/refusals.ts'
import { Slots } from '../../platform/http/slots.ts'
import { fileToRun, openThreads, THREADS } from '../../platform/jobs/thread-pool.ts'
import { type People, resolveMentions } from './mentions.ts'
import { renderPlain } from './plain-text.ts'
import type { Tasks } from './render/thread.ts'

const FILE = fileToRun(import.meta.url, './render/thread.ts', './render-thread.js')
const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4, stackSizeMb: 4 }
const MAX_WAITING = 100

export const RENDER_VERSION = 1

export type Rendered = { html: string; render_version: number; mentions: string }

export type NewText = { stored: Rendered; people: People; tags: string[] }

const WITHOUT_TEXT: NewText = {
  stored: { html: '', render_version: RENDER_VERSION, mentions: '[]' },
  people: new Map(),
  tags: [],
}

export type Author = { id: string; address: string }

/** One text per author at a time, so that hostile texts delay above all their author. */
export class Renderer {
  readonly #db: Queryable
  readonly #ofAuthors = new Slots()
  readonly #ofAddresses = new Slots()
  #pool: Tinypool | undefined
  #isClosed = false

  constructor(db: Queryable) {
    this.#db = db
  }

  async render(author: Author, text: string | null): Promise<NewText> {
    if (text === null) return WITHOUT_TEXT
    const { html, tags, handles } = (await this.#run(author, 'render', text)) ?? renderPlain(text)
    const { mentions, people } = await resolveMentions(this.#db, author.id, handles)
    const stored = { html, render_version: RENDER_VERSION, mentions: JSON.stringify(mentions) }
    return { stored, people, tags }
  }

  async compare(author: Author, before: string, after: string): Promise<string | null> {
    return (await this.#run(author, 'compare', { before, after })) ?? null
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#pool?.destroy()
  }

  #run<Name extends keyof Tasks>(
    { id, address }: Author,
    name: Name,
    task: Parameters<Tasks[Name]>[0],
  ): Promise<ReturnType<Tasks[Name]> | undefined> {
    return this.#ofAuthors.run(id, 1, () =>
      this.#ofAddresses.run(addressGroup(address), THREADS, () => this.#runInThread(name, task)),
    )
  }

  async #runInThread<Name extends keyof Tasks>(
    name: Name,
    task: Parameters<Tasks[Name]>[0],
  ): Promise<ReturnType<Tasks[Name]> | undefined> {
    if (this.#isClosed) throw stopping()
    this.#pool ??= openThreads(FILE, MEMORY)
    if (this.#pool.queueSize >= MAX_WAITING)
      throw unavailable('Too many texts are being rendered, please try again')
    try {
      return await this.#pool.run(task, { name })
    } catch {
      if (this.#isClosed) throw stopping()
      return undefined
    }
  }
}
