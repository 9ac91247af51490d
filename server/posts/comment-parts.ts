import { Comment } from '../../contract/posts.ts'
import type { Context } from '../context.ts'
import { serialise } from '../http/serialise.ts'
import { findComments } from './queries.ts'

const MOST_BYTES = 8 * 1024 * 1024
// What a part costs beyond its own bytes.
const OVERHEAD = 200

/**
 * The JSON of single comments. Neither a comment nor its author's name is ever edited, so a part stays
 * true for good and needs no looking after; whether it is still listed, the list itself says.
 */
export class CommentParts {
  readonly #context: Context
  readonly #parts = new Map<string, Buffer>()
  #bytes = 0

  constructor(context: Context) {
    this.#context = context
  }

  /** In the order of the ids; undefined where a comment has gone. */
  async of(ids: string[]): Promise<(Buffer | undefined)[]> {
    const missing = ids.filter((id) => !this.#parts.has(id))
    if (missing.length === 0) return ids.map((id) => this.#parts.get(id))
    const { db, settings } = this.#context
    const comments = await findComments(db.kysely, settings, missing)
    const made = new Map(comments.map((comment) => [comment._id, Buffer.from(serialise(Comment, comment))]))
    const parts = ids.map((id) => made.get(id) ?? this.#parts.get(id))
    for (const [id, part] of made) this.#keep(id, part)
    return parts
  }

  #keep(id: string, part: Buffer): void {
    if (this.#parts.has(id)) return
    this.#parts.set(id, part)
    this.#bytes += part.length + OVERHEAD
    for (const [oldest, { length }] of this.#parts) {
      if (this.#bytes <= MOST_BYTES) return
      this.#parts.delete(oldest)
      this.#bytes -= length + OVERHEAD
    }
  }
}
