import type { CompiledQuery } from 'kysely'
import { COMMENT_BYTES_SHOWN, COMMENTS_SHOWN } from '../../contract/limits.ts'
import { Comment } from '../../contract/posts.ts'
import type { Context } from '../context.ts'
import { run } from '../database/prepared.ts'
import { PreparedAnswer } from '../http/prepared-answer.ts'
import { serialise } from '../http/serialise.ts'
import { addComment, commentIdsOfPost, deleteComment, firstComments } from './comment-queries.ts'
import { type CommentRow, presentComment } from './present.ts'
import { bytesOfText, withinBytes } from './shown.ts'

const MOST_BYTES = 8 * 1024 * 1024
const LARGEST_DISCUSSION = MOST_BYTES / 16
const MOST_WRITTEN = 1024 * 1024
const DISCUSSION_OVERHEAD = 500
const PART_OVERHEAD = 80
const ID_LENGTH = 36
const ID_AND_COMMA = ID_LENGTH + 1

/**
 * The JSON of a comment, and how many bytes of it are its text. The bytes of the JSON stand in a string, one
 * in each character: small buffers would keep the large blocks alive that they are cut from.
 */
type Part = { json: string; textBytes: number }

/** The newest comments of a post: their ids with commas between them, and the JSON of each. */
type Discussion = { ids: string; parts: Part[]; size: number }

type WriteAndRead = <Row>(answer: CompiledQuery<Row>) => Promise<Row[]>

/**
 * The newest comments of posts, as they are answered to whoever has just commented. Neither a comment
 * nor its author's name is ever edited, so JSON that was made once stays true for good; only which
 * comments there are is asked each time. Usually they are those of last time and a new one.
 */
export class Discussions {
  readonly #context: Context
  readonly #known = new Map<string, Discussion>()
  readonly #written = new Map<string, Part>()
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
    const part = this.#part(comment)
    // Whoever misses one reads the discussion again.
    if (this.#writtenBytes > MOST_WRITTEN) {
      this.#written.clear()
      this.#writtenBytes = 0
    }
    this.#written.set(comment.id, part)
    this.#writtenBytes += sizeOfPart(part)
  }

  /** Writes, and reads after it what is missing for the answer: of a known discussion the ids. */
  async #answer(postId: string, write: WriteAndRead): Promise<PreparedAnswer> {
    const { kysely } = this.#context.db
    const newest = firstComments.filledIn(kysely, postId, COMMENTS_SHOWN, COMMENT_BYTES_SHOWN)
    const discussion = this.#known.has(postId)
      ? this.#extend(postId, await write(commentIdsOfPost.filledIn(kysely, postId)))
      : this.#read(await write(newest))
    const { parts } = this.#keep(postId, discussion ?? this.#read((await run(kysely, newest)).rows))
    return new PreparedAnswer(Buffer.from(`[${parts.map(({ json }) => json).join()}]`, 'latin1'))
  }

  /** The known comments with those of ours before them, if these are all that are to be shown. */
  #extend(postId: string, [row]: { ids: string | null }[]): Discussion | undefined {
    const known = this.#known.get(postId)
    const ids = row?.ids ?? ''
    if (!known || known.ids === '') return undefined
    const at = ids.indexOf(known.ids.slice(0, ID_LENGTH))
    const older = ids.slice(at)
    // Of long comments fewer are known than there are, and of many there may now be one too many.
    if (at === -1 || !(known.ids.startsWith(older) || older.startsWith(known.ids))) return undefined
    const parts: Part[] = []
    for (let start = 0; start < at; start += ID_AND_COMMA) {
      const part = this.#written.get(ids.slice(start, start + ID_LENGTH))
      if (part === undefined) return undefined
      parts.push(part)
    }
    parts.push(...known.parts)
    const count = Math.min(countWithin(parts), (ids.length + 1) / ID_AND_COMMA)
    return discussionOf(ids.slice(0, count * ID_AND_COMMA - 1), parts.slice(0, count))
  }

  #read(rows: CommentRow[]): Discussion {
    const comments = withinBytes(rows, COMMENT_BYTES_SHOWN)
    return discussionOf(
      comments.map(({ id }) => id).join(),
      comments.map((row) => this.#part(row)),
    )
  }

  #part(comment: CommentRow): Part {
    const json = serialise(Comment, presentComment(this.#context.settings, comment))
    return { json: Buffer.from(json).toString('latin1'), textBytes: bytesOfText(comment.text) }
  }

  #keep(postId: string, discussion: Discussion): Discussion {
    this.#forget(postId)
    if (discussion.size > LARGEST_DISCUSSION) return discussion
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

/** How many of the newest comments have no more text than is shown. */
function countWithin(parts: Part[]): number {
  let bytes = 0
  const end = parts.findIndex(({ textBytes }) => {
    bytes += textBytes
    return bytes > COMMENT_BYTES_SHOWN
  })
  return end === -1 ? parts.length : end
}

function discussionOf(ids: string, parts: Part[]): Discussion {
  const size = parts.reduce((sum, part) => sum + sizeOfPart(part), ids.length + DISCUSSION_OVERHEAD)
  return { ids, parts, size }
}

function sizeOfPart({ json }: Part): number {
  return json.length + PART_OVERHEAD
}
