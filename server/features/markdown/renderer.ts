import { fileURLToPath } from 'node:url'
import { Tinypool } from 'tinypool'
import type { Queryable } from '../../database/database.ts'
import { unavailable } from '../../platform/http/refusals.ts'
import { type People, resolveMentions } from './mentions.ts'
import { renderPlain } from './plain-text.ts'
import type { Tasks } from './render/thread.ts'
import { RENDER_VERSION, type Rendered } from './rendered.ts'

// The build puts the thread into one file next to that of the server.
const FILE = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './render/thread.ts' : './render-thread.js', import.meta.url),
)

const THREADS = 2
const MAX_WAITING = 100

export type NewText = { stored: Rendered; people: People; tags: string[] }

const WITHOUT_TEXT: NewText = {
  stored: { html: '', render_version: RENDER_VERSION, mentions: '[]' },
  people: new Map(),
  tags: [],
}

/** A text that takes too long, or ends its thread, is rendered as escaped paragraphs. */
export class Renderer {
  readonly #db: Queryable
  #pool: Tinypool | undefined
  #isClosed = false

  constructor(db: Queryable) {
    this.#db = db
  }

  async render(author: string, text: string | null): Promise<NewText> {
    if (text === null) return WITHOUT_TEXT
    const { html, tags, handles } = (await this.#run('render', text)) ?? renderPlain(text)
    const { mentions, people } = await resolveMentions(this.#db, author, handles)
    const stored = { html, render_version: RENDER_VERSION, mentions: JSON.stringify(mentions) }
    return { stored, people, tags }
  }

  /** Null if it takes too long. */
  async compare(before: string, after: string): Promise<string | null> {
    return (await this.#run('compare', { before, after })) ?? null
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#pool?.destroy()
  }

  /** Undefined if the task has ended its thread. */
  async #run<Name extends keyof Tasks>(
    name: Name,
    task: Parameters<Tasks[Name]>[0],
  ): Promise<ReturnType<Tasks[Name]> | undefined> {
    this.#pool ??= openPool()
    if (this.#isClosed || this.#pool.queueSize >= MAX_WAITING) throw unavailable()
    try {
      return await this.#pool.run(task, { name })
    } catch {
      if (this.#isClosed) throw unavailable()
      return undefined
    }
  }
}

function openPool(): Tinypool {
  const pool = new Tinypool({
    filename: FILE,
    minThreads: THREADS,
    maxThreads: THREADS,
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4, stackSizeMb: 4 },
    execArgv: [],
  })
  // Without a listener, a thread that fails between two tasks would end the process.
  pool.on('error', () => {})
  return pool
}
