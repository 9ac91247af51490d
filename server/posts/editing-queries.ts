import { sql } from 'kysely'
import { recordChanges } from '../database/changes.ts'
import type { Database } from '../database/database.ts'
import { topicOf } from '../database/write.ts'
import { commentEventTopic, eventTopic } from '../events/topics.ts'
import { newId, timeOfId } from '../ids.ts'
import { type ChangedMentions, settleMentions } from '../notifications/hiding.ts'
import { type Told, writeAndTell } from '../notifications/tell.ts'
import { queueComments, queueEntry } from '../search-index/queue.ts'
import { replaceTags } from '../tags/post-tags.ts'
import type { Rendered } from '../writing/rendered.ts'

/** A post or a comment with all that an edit replaces. */
export type Editable = {
  id: string
  user_id: string
  text: string
  html: string
  cook: number
  version: number
  edited_at: number | null
}

type EditablePost = Editable & { tags: string }

/** A new text, and how the old one differs from it. */
export type Edit = Rendered & {
  text: string
  difference: string | null
  told: Told[]
  mentions: ChangedMentions
}

/** When the current version was written, in milliseconds. */
export function writtenAt({ id, edited_at }: { id: string; edited_at: number | null }): number {
  return edited_at ?? timeOfId(id)
}

type OldVersion = [
  version: number,
  userId: string,
  id: string,
  writtenAt: number,
  text: string,
  html: string,
  cook: number,
  difference: string | null,
]
type NewVersion = [text: string, html: string, cook: number, editedAt: number]

// An edit stores the old version under its number. Of two concurrent edits of one version only one can do
// that, and nothing of the other is written.

// Of something that is hidden the version would become null, which the column refuses, and with it the whole edit.
const nextVersion = sql<number>`case when hidden = 0 then version + 1 end`

const replacePost = writeAndTell<
  [postId: string, ...NewVersion, tags: string, ...OldVersion],
  { post_id: string }
>(
  (db, post_id, _text, _html, _cook, _editedAt, _tags, ...old) =>
    db
      .insertInto('post_versions')
      .values({ post_id, ...oldColumns(old) })
      .onConflict((conflict) => conflict.columns(['post_id', 'version']).doNothing())
      .returning('post_id'),
  {
    steps: [
      (db, isWritten, postId, text, html, cook, editedAt, tags, version) =>
        db
          .updateTable('posts')
          .set({ text, html, cook, edited_at: editedAt, tags, version: nextVersion })
          .where('id', '=', postId)
          .where('version', '=', version)
          .where(isWritten),
      (db, _isWritten, postId) => queueEntry(db, postId, postId),
    ],
    topics: (postId) => [topicOf('post', postId), topicOf('history', postId), eventTopic('post', postId)],
  },
)

const replaceComment = writeAndTell<
  [postId: string, commentId: string, ...NewVersion, ...OldVersion],
  { post_id: string }
>(
  (db, post_id, comment_id, _text, _html, _cook, _editedAt, ...old) =>
    db
      .insertInto('comment_versions')
      .values({ post_id, comment_id, ...oldColumns(old) })
      .onConflict((conflict) => conflict.columns(['post_id', 'comment_id', 'version']).doNothing())
      .returning('post_id'),
  {
    steps: [
      (db, isWritten, postId, commentId, text, html, cook, editedAt, version) =>
        db
          .updateTable('comments')
          .set({ text, html, cook, edited_at: editedAt, version: nextVersion })
          .where('post_id', '=', postId)
          .where('id', '=', commentId)
          .where('version', '=', version)
          .where(isWritten),
      (db, _isWritten, postId, commentId) => queueEntry(db, postId, commentId),
    ],
    topics: (postId, commentId) => [
      topicOf('post', postId),
      topicOf('comment', commentId),
      topicOf('history', commentId),
      commentEventTopic(postId, commentId),
    ],
  },
)

/** False if the post was edited since it was read. */
export async function updatePost(db: Database, old: EditablePost, edit: Edit): Promise<boolean> {
  const tags = JSON.stringify(edit.tags)
  const values: Parameters<typeof replacePost>[1] = [
    old.id,
    ...newValues(edit),
    tags,
    ...oldValues(old, edit),
  ]
  if (tags === old.tags && !changesMentions(edit)) {
    return (await replacePost(db, values, edit.told)).written !== undefined
  }
  return db.transaction(async (trx) => {
    const written = await replacePost.within(trx, values, edit.told)
    if (!written) return false
    await settleMentions(trx, edit.mentions)
    if (tags === old.tags) return true
    await recordChanges(trx, ...(await replaceTags(trx, [{ id: old.id, tags: edit.tags }])))
    await queueComments(trx, [old.id])
    return true
  })
}

/** False if the comment was edited since it was read. */
export async function updateComment(
  db: Database,
  postId: string,
  old: Editable,
  edit: Edit,
): Promise<boolean> {
  const values: Parameters<typeof replaceComment>[1] = [
    ...([postId, old.id] as const),
    ...newValues(edit),
    ...oldValues(old, edit),
  ]
  if (!changesMentions(edit)) return (await replaceComment(db, values, edit.told)).written !== undefined
  return db.transaction(async (trx) => {
    const written = await replaceComment.within(trx, values, edit.told)
    if (written) await settleMentions(trx, edit.mentions)
    return written !== undefined
  })
}

function changesMentions({ mentions: { gone, back } }: Edit): boolean {
  return gone.length + back.length > 0
}

function newValues({ text, html, cook }: Edit): NewVersion {
  return [text, html, cook, Date.now()]
}

function oldValues(old: Editable, { difference }: Edit): OldVersion {
  const { version, user_id, text, html, cook } = old
  return [version, user_id, newId(), writtenAt(old), text, html, cook, difference]
}

function oldColumns([version, user_id, id, written_at, text, html, cook, difference]: OldVersion) {
  return { version, user_id, id, written_at, text, html, cook, difference }
}
