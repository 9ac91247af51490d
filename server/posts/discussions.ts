import { COMMENTS_SHOWN } from '../../contract/limits.ts'
import { Comment } from '../../contract/posts.ts'
import type { Context } from '../context.ts'
import { joinList } from '../http/list-answers.ts'
import { PreparedAnswer } from '../http/prepared-answer.ts'
import { serialise } from '../http/serialise.ts'
import { type CommentRow, presentComment } from './present.ts'
import { listComments, newestCommentIds } from './queries.ts'

const MOST_BYTES = 8 * 1024 * 1024
const MOST_WRITTEN = 1_000
const ID_LENGTH = 36
const ID_AND_COMMA = ID_LENGTH + 1

/** The newest comments of a post: their ids with commas between them, the length of each, and all as JSON. */
type Discussion = { ids: string; lengths: number[]; json: Buffer }

/**
 * The newest comments of posts, as they are answered to whoever has just commented. Neither a comment
 * nor its author's name is ever edited, so JSON that was made once stays true for good; only which
 * comments there are is asked each time. Usually they are those of last time and a new one.
 */
export class Discussions {
  readonly #context: Context
  readonly #known = new Map<string, Discussion>()
  readonly #written = new Map<string, Buffer>()
  #bytes = 0

  constructor(context: Context) {
    this.#context = context
  }

  /** Makes the JSON of a comment that is about to be stored, so that it need not be read back. */
  expect(comment: CommentRow): void {
    if (this.#written.size >= MOST_WRITTEN) this.#written.clear()
    this.#written.set(comment.id, this.#json(comment))
  }

  async newest(postId: string): Promise<PreparedAnswer> {
    const ids = await newestCommentIds(this.#context.db.kysely, postId)
    const known = this.#known.get(postId)
    const discussion = (known && this.#extend(known, ids)) ?? (await this.#read(postId))
    this.#keep(postId, discussion)
    return new PreparedAnswer(discussion.json)
  }

  /** The known comments with those of ours before them, if these are all there are. */
  #extend(known: Discussion, ids: string): Discussion | undefined {
    const [newestKnown = 0] = known.lengths
    const at = newestKnown ? ids.indexOf(known.ids.slice(0, ID_LENGTH)) : -1
    const older = ids.slice(at)
    if (at === -1 || !known.ids.startsWith(older)) return undefined
    const added: Buffer[] = []
    for (let start = 0; start < at; start += ID_AND_COMMA) {
      const json = this.#written.get(ids.slice(start, start + ID_LENGTH))
      if (!json) return undefined
      added.push(json)
    }
    const stay = (older.length + 1) / ID_AND_COMMA
    const gone = known.lengths.slice(stay)
    const end = known.json.length - gone.reduce((sum, length) => sum + length + 1, 1)
    return {
      ids,
      lengths: [...added.map(({ length }) => length), ...known.lengths.slice(0, stay)],
      json: joinList([...added, known.json.subarray(1, end)]),
    }
  }

  async #read(postId: string): Promise<Discussion> {
    const newest = { limit: COMMENTS_SHOWN, before: undefined }
    const rows = await listComments(this.#context.db.kysely, postId, newest)
    const shown = rows.slice(0, COMMENTS_SHOWN)
    const parts = shown.map((row) => this.#json(row))
    const lengths = parts.map(({ length }) => length)
    return { ids: shown.map(({ id }) => id).join(), lengths, json: joinList(parts) }
  }

  #json(comment: CommentRow): Buffer {
    return Buffer.from(serialise(Comment, presentComment(this.#context.settings, comment)))
  }

  #keep(postId: string, discussion: Discussion): void {
    this.#forget(postId)
    this.#known.set(postId, discussion)
    this.#bytes += sizeOf(discussion)
    for (const oldest of this.#known.keys()) {
      if (this.#bytes <= MOST_BYTES) return
      this.#forget(oldest)
    }
  }

  #forget(postId: string): void {
    const discussion = this.#known.get(postId)
    if (!discussion) return
    this.#known.delete(postId)
    this.#bytes -= sizeOf(discussion)
  }
}

function sizeOf({ ids, lengths, json }: Discussion): number {
  return ids.length + lengths.length * 8 + json.length
}
