import type { Queryable } from '../../database/database.ts'
import { TooBusyError } from './author-turns.ts'
import { storeMentions } from './mentions.ts'
import { plainHtml } from './plain-text.ts'
import type { RenderedMarkdown } from './render/render.ts'
import { RenderThread } from './render-thread.ts'
import { PENDING_TEXT, RENDER_VERSION, type Rendered } from './rendered.ts'
import { simpleHtml } from './simple-text.ts'

/** Even the most hostile texts of this length are rendered within some 10 ms. */
const SHORT = 1_000

/**
 * Makes the HTML of what members write. A text that is null, as a bio can be, has none. Short texts have a thread for
 * themselves, so that hostile ones, which are long, do not delay them.
 */
export class Renderer {
  readonly #db: Queryable
  // Sending short texts one by one would take longer than rendering them.
  readonly #shortTexts = new RenderThread({ tasksAtOnce: 8, deadline: 1_000 })
  readonly #longTexts = new RenderThread({ tasksAtOnce: 1, deadline: 500 })
  /** Called when a text was left for the background job. */
  onPending: () => void = () => {}

  constructor(db: Queryable) {
    this.#db = db
  }

  /** `queuedFor` is whose turn the text takes in the queue; `author` is who wrote it. */
  async render(queuedFor: string, text: string | null, author = queuedFor): Promise<Rendered> {
    if (text === null) return { html: '', render_version: RENDER_VERSION, tags: [] }
    const simple = simpleHtml(text)
    if (simple !== undefined) return { html: simple, render_version: RENDER_VERSION, tags: [] }
    const rendered = await this.#renderInThread(queuedFor, text)
    if (!rendered) {
      this.onPending()
      return PENDING_TEXT
    }
    const { html, handles, tags } = rendered
    return {
      html: await storeMentions(this.#db, html, handles, author),
      render_version: RENDER_VERSION,
      tags,
    }
  }

  /** The difference from the previous text in its stored form; null if finding it takes too long. */
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
