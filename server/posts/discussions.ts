import { COMMENTS_SHOWN } from '../../contract/limits.ts'
import { Comment } from '../../contract/posts.ts'
import type { Context } from '../context.ts'
import { PreparedAnswer } from '../http/prepared-answer.ts'
import { serialise } from '../http/serialise.ts'
import { type CommentRow, presentComment } from './present.ts'
import { listComments, newestCommentIds } from './queries.ts'

const MOST_BYTES = 8 * 1024 * 1024
const MOST_WRITTEN = 1024 * 1024
const OVERHEAD = 70
const ID_LENGTH = 36
const ID_AND_COMMA = ID_LENGTH + 1

/**
 * The newest comments of a post: their ids with commas between them, and the JSON of each. The bytes of
 * the JSON stand in strings, one in each character: small buffers would keep the large blocks alive that
 * they are cut from.
 */
type Discussion = { ids: string; parts: string[]; size: number }

/**
 * The newest comments of posts, as they are answered to whoever has just commented. Neither a comment
 * nor its author's name is ever edited, so JSON that was made once stays true for good; only which
 * comments there are is asked each time. Usually they are those of last time and a new one.
 */
export class Discussions {
  readonly #context: Context
  readonly #known = new Map<string, Discussion>()
  readonly #written = new Map<string, string>()
  #writtenBytes = 0
  #bytes = 0

  constructor(context: Context) {
    this.#context = context
  }

  /** Makes the JSON of a comment that is about to be stored, so that it need not be read back. */
  expect(comment: CommentRow): void {
    const json = this.#json(comment)
    // Whoever misses one reads the discussion again.
    if (this.#writtenBytes > MOST_WRITTEN) {
      this.#written.clear()
      this.#writtenBytes = 0
    }
    this.#written.set(comment.id, json)
    this.#writtenBytes += json.length + OVERHEAD
  }

  async newest(postId: string): Promise<PreparedAnswer> {
    const ids = await newestCommentIds(this.#context.db.kysely, postId)
    const known = this.#known.get(postId)
    const discussion = (known && this.#extend(known, ids)) ?? (await this.#read(postId))
    this.#keep(postId, discussion)
    return new PreparedAnswer(Buffer.from(`[${discussion.parts.join()}]`, 'latin1'))
  }

  /** The known comments with those of ours before them, if these are all there are. */
  #extend(known: Discussion, ids: string): Discussion | undefined {
    const at = known.ids === '' ? -1 : ids.indexOf(known.ids.slice(0, ID_LENGTH))
    const older = ids.slice(at)
    if (at === -1 || !known.ids.startsWith(older)) return undefined
    const added: string[] = []
    for (let start = 0; start < at; start += ID_AND_COMMA) {
      const json = this.#written.get(ids.slice(start, start + ID_LENGTH))
      if (json === undefined) return undefined
      added.push(json)
    }
    const stay = (older.length + 1) / ID_AND_COMMA
    const size = known.size + sizeOf(added) - sizeOf(known.parts.slice(stay))
    return { ids, parts: [...added, ...known.parts.slice(0, stay)], size }
  }

  async #read(postId: string): Promise<Discussion> {
    const newest = { limit: COMMENTS_SHOWN, before: undefined }
    const rows = await listComments(this.#context.db.kysely, postId, newest)
    const shown = rows.slice(0, COMMENTS_SHOWN)
    const parts = shown.map((row) => this.#json(row))
    return { ids: shown.map(({ id }) => id).join(), parts, size: sizeOf(parts) }
  }

  #json(comment: CommentRow): string {
    return Buffer.from(serialise(Comment, presentComment(this.#context.settings, comment))).toString('latin1')
  }

  #keep(postId: string, discussion: Discussion): void {
    this.#forget(postId)
    this.#known.set(postId, discussion)
    this.#bytes += discussion.size
    for (const oldest of this.#known.keys()) {
      if (this.#bytes <= MOST_BYTES) return
      this.#forget(oldest)
    }
  }

  #forget(postId: string): void {
    const discussion = this.#known.get(postId)
    if (!discussion) return
    this.#known.delete(postId)
    this.#bytes -= discussion.size
  }
}

/** With what each costs beyond its own bytes, its id above all. */
function sizeOf(parts: string[]): number {
  return parts.reduce((sum, { length }) => sum + length + OVERHEAD, 0)
}
