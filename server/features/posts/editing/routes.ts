import type { EditedText } from '../../../../contract/markdown.ts'
import type { Context } from '../../../context.ts'
import type { Entry } from '../../../platform/cache/cache.ts'
import type { HttpResponse } from '../../../platform/cache/http-response.ts'
import type { Serve } from '../../../platform/http/handler.ts'
import { editConflict, requireFound, requireOwn } from '../../../platform/http/refusals.ts'
import { countWrite, type Limit } from '../../accounts/attempts.ts'
import { refuseMissingParent } from '../../accounts/missing-parent.ts'
import type { Renderer } from '../../markdown/renderer.ts'
import { keepPictures } from '../../pictures/queries.ts'
import { findComment } from '../comments/queries.ts'
import { requirePost } from '../queries.ts'
import { NO_COMMENT, NO_POST, requireCommentId, requirePostId } from '../require.ts'
import { COMMENTS, POSTS } from '../write-limits.ts'
import { histories } from './history.ts'
import { type Edit, type Editable, updateComment, updatePost } from './queries.ts'

type Parts = {
  renderer: Renderer
  post: (id: string) => Promise<Entry<HttpResponse> | undefined>
  comment: (postId: string, id: string) => Promise<Entry<HttpResponse> | undefined>
}

type Edited<Text extends Editable> = {
  limit: Limit
  find(): Promise<Text>
  update(old: Text, edit: Edit): Promise<boolean>
}

export function editingRoutes(serve: Serve, context: Context, parts: Parts): void {
  const { db, cache } = context
  const { renderer, post, comment } = parts
  const history = histories(context)

  const requireComment = async (postId: string, id: string) => {
    const found = await findComment(db.kysely, postId, id)
    if (!found) await requirePost(db.kysely, postId)
    return requireFound(found, NO_COMMENT)
  }

  /** After a concurrent edit, an edit of a certain version is refused; any other replaces the new text. */
  const edit = async <Text extends Editable>(
    member: { id: string },
    { text, version }: EditedText,
    { limit, find, update }: Edited<Text>,
  ) => {
    const requireCurrent = async () => {
      const found = requireOwn(await find(), member, NO_POST)
      if (version !== undefined && version !== found.version) throw editConflict()
      return found
    }
    let old = await requireCurrent()
    if (old.text === text) return
    await countWrite(context, limit, member.id)
    await keepPictures(db, text)
    const rendering = renderer.render(member.id, text)
    for (;;) {
      const [{ stored, tags }, difference] = await Promise.all([
        rendering,
        renderer.compare(member.id, old.text, text),
      ])
      if (await update(old, { text, stored, tags, difference })) break
      old = await requireCurrent()
      if (old.text === text) return
    }
    await cache.checkAfterWrite()
  }

  serve('PUT /api/posts/:id', async ({ member, params, body }) => {
    const id = requirePostId(params.id)
    await edit(member, body, {
      limit: POSTS,
      find: () => requirePost(db.kysely, id),
      update: (old, changes) =>
        refuseMissingParent(db, member.id, NO_POST, () => updatePost(context, old, changes)),
    })
    return requireFound(await post(id), NO_POST)
  })

  serve('PUT /api/posts/comment/:id/:commentId', async ({ member, params, body }) => {
    const postId = requirePostId(params.id)
    const id = requireCommentId(params.commentId)
    const ofPost = await requirePost(db.kysely, postId)
    await edit(member, body, {
      limit: COMMENTS,
      find: () => requireComment(postId, id),
      update: (old, changes) =>
        refuseMissingParent(db, member.id, NO_COMMENT, () => updateComment(context, ofPost, old, changes)),
    })
    return requireFound(await comment(postId, id), NO_COMMENT)
  })

  serve('GET /api/posts/:id/history', async ({ params, page }) => {
    const { id } = await requirePost(db.kysely, requirePostId(params.id))
    return history({ postId: id, commentId: undefined }, page)
  })

  serve('GET /api/posts/comment/:id/:commentId/history', async ({ params, page }) => {
    const postId = requirePostId(params.id)
    const { id } = await requireComment(postId, requireCommentId(params.commentId))
    return history({ postId, commentId: id }, page)
  })
}
