import { recordChanges } from '../../../database/changes/changes.ts'
import type { Database } from '../../../database/database.ts'
import { runNamed, runTogether } from '../../../database/run-together.ts'
import { newId, timeOfId } from '../../../ids.ts'
import { queueComments, queueDocument } from '../../../platform/jobs/search-queue.ts'
import { requireActive } from '../../accounts/active-member.ts'
import type { Rendered } from '../../markdown/rendered.ts'
import { type NotificationEvent, notify } from '../../notifications/notify.ts'
import { type ChangedMentions, syncMentions } from '../../notifications/visibility.ts'
import { replaceTags } from '../../tags/post-tags.ts'
import { blockedBy, type PostBlocks } from '../blocks.ts'
import { commentEdited, postEdited } from '../changes.ts'
import { lockComment, lockPost } from '../lock-post.ts'

export type Editable = Rendered & {
  id: string
  user_id: string
  text: string
  version: number
  edited_at: number | null
}

export type Edit = {
  text: string
  stored: Rendered
  tags: string[]
  difference: string | null
  events: NotificationEvent[]
  mentions: ChangedMentions
}

export function writtenAt({ id, edited_at }: { id: string; edited_at: number | null }): number {
  return edited_at ?? timeOfId(id)
}

/** False if the post was edited since it was read. */
export function updatePost(db: Database, old: Editable & { tags: string }, edit: Edit): Promise<boolean> {
  const { id } = old
  const tags = JSON.stringify(edit.tags)
  return db.transaction(async (trx) => {
    const { post } = await runNamed({ active: requireActive(trx, old.user_id), post: lockPost(trx, id) })
    if (post.version !== old.version) return false
    await runTogether(
      trx
        .insertInto('post_versions')
        .values({ post_id: id, ...oldVersion(old, edit) })
        .execute(),
      trx
        .updateTable('posts')
        .set({ ...newVersion(old, edit), tags })
        .where('id', '=', id)
        .execute(),
      queueDocument(trx, id, id),
      notify(trx, edit.events),
      postEdited(trx, id),
    )
    await syncMentions(trx, edit.mentions)
    if (tags !== old.tags) {
      await recordChanges(trx, ...(await replaceTags(trx, [{ id, tags: edit.tags }])))
      // Comments are found by the tags of their post, too.
      await queueComments(trx, [id])
    }
    return true
  })
}

export function updateComment(
  db: Database,
  blocks: PostBlocks,
  post: { id: string; user_id: string },
  old: Editable,
  edit: Edit,
): Promise<boolean> {
  const { id } = old
  return db.transaction(async (trx) => {
    const { comment, blockers } = await runNamed({
      active: requireActive(trx, old.user_id),
      comment: lockComment(trx, post.id, id),
      blockers: blocks.findCurrentBlockers(trx, old.user_id),
    })
    if (blockers.has(post.user_id)) throw blockedBy('post')
    if (comment.version !== old.version) return false
    await runTogether(
      trx
        .insertInto('comment_versions')
        .values({ post_id: post.id, comment_id: id, ...oldVersion(old, edit) })
        .execute(),
      trx
        .updateTable('comments')
        .set(newVersion(old, edit))
        .where('post_id', '=', post.id)
        .where('id', '=', id)
        .execute(),
      queueDocument(trx, post.id, id),
      notify(trx, edit.events),
      commentEdited(trx, { post: post.id, comment: id }),
    )
    await syncMentions(trx, edit.mentions)
    return true
  })
}

function newVersion({ version }: Editable, { text, stored }: Edit) {
  return { text, ...stored, edited_at: Date.now(), version: version + 1 }
}

function oldVersion(old: Editable, { difference }: Edit) {
  const { version, user_id, text, html, render_version, mentions } = old
  const rendered = { html, render_version, mentions }
  return { id: newId(), user_id, version, written_at: writtenAt(old), text, ...rendered, difference }
}
