import type { CompiledQuery } from 'kysely'
import { COMMENTS_SHOWN } from '../../contract/limits.ts'
import { Comment } from '../../contract/posts.ts'
import type { Context } from '../context.ts'
import { PreparedAnswer } from '../http/prepared-answer.ts'
import { serialise } from '../http/serialise.ts'
import { type CommentRow, presentComment } from './present.ts'
import { addComment, commentIdsOfPost, deleteComment, firstComments } from './queries.ts'

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

type WriteAndRead = <Row>(answer: CompiledQuery<Row>) => Promise<Row[]>

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

  async add(postId: string, comment: CommentRow): Promise<PreparedAnswer> {
    const { db } = this.#context
    this.#expect(comment)
    return this.#answer(postId, (answer) => addComment(db, answer, postId, comment))
  }

  async remove(postId: string, commentId: string, userId: string): Promise<PreparedAnswer> {
    const { db } = this.#context
    return this.#answer(postId, (answer) => deleteComment(db, answer, postId, commentId, userId))
  }

  /** Makes the JSON of a comment that is about to be stored, so that it need not be read back. */
  #expect(comment: CommentRow): void {
    const json = this.#json(comment)
    // Whoever misses one reads the discussion again.
    if (this.#writtenBytes > MOST_WRITTEN) {
      this.#written.clear()
      this.#writtenBytes = 0
    }
    this.#written.set(comment.id, json)
    this.#writtenBytes += json.length + OVERHEAD
  }

  /** Writes, and reads after it what is missing for the answer: of a known discussion the ids. */
  async #answer(postId: string, write: WriteAndRead): Promise<PreparedAnswer> {
    const { kysely } = this.#context.db
    const discussion = this.#known.has(postId)
      ? this.#extend(postId, await write(commentIdsOfPost.filledIn(kysely, postId)))
      : this.#read(await write(firstComments.filledIn(kysely, postId, COMMENTS_SHOWN)))
    const { parts } = this.#keep(postId, discussion ?? this.#read(await this.#newest(postId)))
    return new PreparedAnswer(Buffer.from(`[${parts.join()}]`, 'latin1'))
  }

  /** The known comments with those of ours before them, if these are all there are. */
  #extend(postId: string, [row]: { ids: string | null }[]): Discussion | undefined {
    const known = this.#known.get(postId)
    const ids = row?.ids ?? ''
    if (!known) return undefined
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

  #read(rows: CommentRow[]): Discussion {
    const parts = rows.map((row) => this.#json(row))
    return { ids: rows.map(({ id }) => id).join(), parts, size: sizeOf(parts) }
  }

  async #newest(postId: string): Promise<CommentRow[]> {
    return (await firstComments(this.#context.db.kysely, postId, COMMENTS_SHOWN)).rows
  }

  #json(comment: CommentRow): string {
    return Buffer.from(serialise(Comment, presentComment(this.#context.settings, comment))).toString('latin1')
  }

  #keep(postId: string, discussion: Discussion): Discussion {
    this.#forget(postId)
    this.#known.set(postId, discussion)
    this.#bytes += discussion.size
    for (const oldest of this.#known.keys()) {
      if (this.#bytes <= MOST_BYTES) break
      this.#forget(oldest)
    }
    return discussion
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
