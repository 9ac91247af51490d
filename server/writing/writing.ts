import type { Queryable } from '../database/database.ts'
import { untilTickHasTime } from '../ticks.ts'
import { CookThreads } from './cook-threads.ts'
import { storeMentions } from './mentions.ts'
import { plainHtml } from './plain-text.ts'
import { simpleHtml } from './simple-text.ts'

/** Increase it whenever the HTML of a text would change: all texts are then cooked again. */
export const COOK_VERSION = 1

/** What is stored beside a text. */
export type Cooked = { html: string; cook: number; tags: string[] }

/** The version of texts that there was no time for. Nobody has been told yet that they are mentioned. */
export const LEFT_OVER = -1

/** The text is shown plain until it is cooked in the background. */
const RAW: Cooked = { html: '', cook: LEFT_OVER, tags: [] }

/** The HTML to show for a stored text. */
export function htmlOf({ text, html, cook }: { text: string; html: string; cook: number }): string {
  return cook > 0 ? html : plainHtml(text)
}

/** Makes the HTML of what members write. A text that is null, as a bio can be, has none. */
export class Writing {
  readonly #db: Queryable
  readonly #threads = new CookThreads()
  /** Called when a text was left for the background job. */
  onLeft: () => void = () => {}

  constructor(db: Queryable) {
    this.#db = db
  }

  /** `owner` is whose turn the text takes in the queue for the threads; `author` is who wrote it. */
  async cook(owner: string, text: string | null, author = owner): Promise<Cooked> {
    if (text === null) return { html: '', cook: COOK_VERSION, tags: [] }
    const simple = simpleHtml(text)
    if (simple !== undefined) return { html: simple, cook: COOK_VERSION, tags: [] }
    const outcome = await this.#threads.run(owner, { kind: 'cook', text, highlights: true })
    // Many texts may come back at once, above all those that have waited too long together.
    await untilTickHasTime()
    if (outcome === 'late') {
      this.onLeft()
      return RAW
    }
    const dish = outcome === 'hopeless' ? undefined : outcome.dish
    if (!dish) return { html: plainHtml(text), cook: COOK_VERSION, tags: [] }
    return {
      html: await storeMentions(this.#db, dish.html, dish.handles, author),
      cook: COOK_VERSION,
      tags: dish.tags,
    }
  }

  /** The difference from the previous text in its stored form; null if finding it takes too long. */
  async compare(owner: string, before: string, after: string): Promise<string | null> {
    const outcome = await this.#threads.run(owner, { kind: 'compare', before, after })
    return (typeof outcome === 'string' ? undefined : outcome.difference) ?? null
  }

  close(): void {
    this.#threads.close()
  }
}
