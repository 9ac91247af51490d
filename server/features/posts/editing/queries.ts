import type { Context } from '../../../context.ts'
import { recordChanges } from '../../../database/changes/changes.ts'
import { newId, timeOfId } from '../../../ids.ts'
import { requireActive } from '../../accounts/active-member.ts'
import { refuseBlocked } from '../../accounts/blocks/queries.ts'
import { mentionedIn } from '../../markdown/mentions.ts'
import type { Rendered } from '../../markdown/renderer.ts'
import { notify } from '../../notifications/notify.ts'
import { syncMentions } from '../../notifications/visibility.ts'
import { queueComments, queueDocument } from '../../search-queue.ts'
import { replaceTags } from '../../tags/post-tags.ts'
import { commentChanged, postEdited } from '../changes.ts'
import { editEvents } from '../recipients.ts'
import { lockComment, lockPost } from '../require.ts'

export type Editable = Rendered & {
  id: string
  user_id: string
  text: string
  version: number
  edited_at: number | null
}

export type Edit = { text: string; stored: Rendered; tags: string[]; difference: string | null }

export function writtenAt({ id, edited_at }: { id: string; edited_at: number | null }): number {
  return edited_at ?? timeOfId(id)
}

export function updatePost(
  { db, settings }: Context,
  old: Editable & { tags: string },
  edit: Edit,
): Promise<boolean> {
  const { id, user_id } = old
  const tags = JSON.stringify(edit.tags)
  return db.transaction(async (trx) => {
    await requireActive(trx, user_id)
    const post = await lockPost(trx, id)
    if (post.version !== old.version) return false
    await trx
      .insertInto('post_versions')
      .values({ post_id: id, ...oldVersion(old, edit) })
      .execute()
    await trx
      .updateTable('posts')
      .set({ ...newVersion(old, edit), tags })
      .where('id', '=', id)
      .execute()
    await queueDocument(trx, id, id)
    const mentioned = { before: mentionedIn(old), after: mentionedIn(edit.stored), author: undefined }
    const { events, mentions } = await editEvents(trx, user_id, { post: id, comment: null }, mentioned)
    await notify(trx, settings, events)
    await syncMentions(trx, mentions)
    postEdited(trx, id)
    if (tags !== old.tags) {
      recordChanges(trx, ...(await replaceTags(trx, [{ id, tags: edit.tags }])))
      await queueComments(trx, id)
    }
    return true
  })
}

export function updateComment(
  { db, settings }: Context,
  post: { id: string; user_id: string },
  old: Editable,
  edit: Edit,
): Promise<boolean> {
  const { id, user_id } = old
  return db.transaction(async (trx) => {
    await requireActive(trx, user_id)
    await refuseBlocked(trx, user_id, post.user_id, 'post')
    const comment = await lockComment(trx, post.id, id)
    if (comment.version !== old.version) return false
    await trx
      .insertInto('comment_versions')
      .values({ post_id: post.id, comment_id: id, ...oldVersion(old, edit) })
      .execute()
    await trx
      .updateTable('comments')
      .set(newVersion(old, edit))
      .where('post_id', '=', post.id)
      .where('id', '=', id)
      .execute()
    await queueDocument(trx, post.id, id)
    const mentioned = { before: mentionedIn(old), after: mentionedIn(edit.stored), author: post.user_id }
    const { events, mentions } = await editEvents(trx, user_id, { post: post.id, comment: id }, mentioned)
    await notify(trx, settings, events)
    await syncMentions(trx, mentions)
    commentChanged(trx, { post: post.id, comment: id })
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
