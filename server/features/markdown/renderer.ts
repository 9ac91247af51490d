import type { Queryable } from '../../database/database.ts'
import { TooBusyError } from './author-turns.ts'
import { type People, resolveMentions } from './mentions.ts'
import { plainHtml } from './plain-text.ts'
import type { RenderedMarkdown } from './render/render.ts'
import { RenderThread } from './render-thread.ts'
import { PENDING, RENDER_VERSION, type Rendered } from './rendered.ts'
import { renderSimple } from './simple-text.ts'

/** Even the most hostile texts of this length are rendered within some 10 ms. */
const SHORT = 1_000
const LONG_TEXT_DEADLINE = 500

export type NewText = { stored: Rendered; people: People; tags: string[] }

const WITHOUT_TEXT: NewText = {
  stored: { html: '', render_version: RENDER_VERSION, mentions: '[]' },
  people: new Map(),
  tags: [],
}
const PENDING_TEXT: NewText = {
  ...WITHOUT_TEXT,
  stored: { ...WITHOUT_TEXT.stored, render_version: PENDING },
}

/** Short texts have a separate thread, so that hostile ones, which are long, do not delay them. */
export class Renderer {
  readonly #db: Queryable
  // Sending short texts one by one would take longer than rendering them.
  readonly #shortTexts = new RenderThread({ tasksAtOnce: 8, deadline: 1_000 })
  readonly #longTexts: RenderThread
  onPending: () => void = () => {}

  constructor(db: Queryable, deadline = LONG_TEXT_DEADLINE) {
    this.#db = db
    this.#longTexts = new RenderThread({ tasksAtOnce: 1, deadline })
  }

  /** The text takes the turn of `queuedFor` in the queue. */
  async render(queuedFor: string, text: string | null, author = queuedFor): Promise<NewText> {
    if (text === null) return WITHOUT_TEXT
    const rendered = renderSimple(text) ?? (await this.#renderInThread(queuedFor, text))
    if (!rendered) {
      this.onPending()
      return PENDING_TEXT
    }
    const { html, tags } = rendered
    const { mentions, people } = await resolveMentions(this.#db, author, rendered.handles)
    const stored = { html, render_version: RENDER_VERSION, mentions: JSON.stringify(mentions) }
    return { stored, people, tags }
  }

  async compare(author: string, before: string, after: string): Promise<string | null> {
    const thread = before.length + after.length > SHORT ? this.#longTexts : this.#shortTexts
    return thread.run('compare', author, { before, after }).catch(() => null)
  }

  async close(): Promise<void> {
    await Promise.all([this.#shortTexts.close(), this.#longTexts.close()])
  }

  /** Undefined if there was no time for it. A text that ends every thread is plain. */
  async #renderInThread(queuedFor: string, text: string): Promise<RenderedMarkdown | undefined> {
    const attempts = [
      { thread: this.#longTexts, highlights: true },
      { thread: this.#longTexts, highlights: false },
    ]
    // A short text may share the thread with one that ends it.
    if (text.length <= SHORT) attempts.unshift({ thread: this.#shortTexts, highlights: true })
    for (const { thread, highlights } of attempts) {
      try {
        return await thread.run('render', queuedFor, { text, highlights })
      } catch (error) {
        if (error instanceof TooBusyError) return undefined
      }
    }
    return { html: plainHtml(text), tags: [], handles: [] }
  }
}
