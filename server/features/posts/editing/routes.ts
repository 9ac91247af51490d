import type { EditedText } from '../../../../contract/markdown.ts'
import type { Context } from '../../../context.ts'
import type { Serve } from '../../../platform/http/handler.ts'
import { editConflict, requireFound, requireOwn } from '../../../platform/http/refusals.ts'
import { refuseMissingParent } from '../../accounts/active-member.ts'
import { COMMENTS, countWrite, type Limit, POSTS } from '../../accounts/attempts.ts'
import type { Author, Renderer } from '../../markdown/renderer.ts'
import { keepPictures } from '../../used-pictures.ts'
import { requireCachedPost } from '../cached-posts.ts'
import { findComment, findComments, presentComments } from '../comments/queries.ts'
import { requirePost } from '../queries.ts'
import { COMMENT_NOT_FOUND, POST_NOT_FOUND, requireCommentId, requirePostId } from '../require.ts'
import { historyPage } from './history.ts'
import { type Edit, type Editable, updateComment, updatePost } from './queries.ts'

type Edited<Text extends Editable> = {
  limit: Limit
  find(): Promise<Text>
  update(old: Text, edit: Edit): Promise<boolean>
}

export function editingRoutes(serve: Serve, context: Context, renderer: Renderer): void {
  const { db, cache, settings } = context

  const requireComment = async (postId: string, id: string) => {
    const comment = await findComment(db.kysely, postId, id)
    if (!comment) await requirePost(db.kysely, postId)
    return requireFound(comment, COMMENT_NOT_FOUND)
  }

  /** After a concurrent edit, an edit of a given version is refused; others replace the new text. */
  const edit = async <Text extends Editable>(
    author: Author,
    { text, version }: EditedText,
    { limit, find, update }: Edited<Text>,
  ) => {
    const requireCurrent = async () => {
      const current = requireOwn(await find(), author, POST_NOT_FOUND)
      if (version !== undefined && version !== current.version) throw editConflict()
      return current
    }
    let old = await requireCurrent()
    if (old.text === text) return
    await countWrite(context, limit, author.id)
    await keepPictures(db, text)
    const { stored, tags } = await renderer.render(author, text)
    for (;;) {
      const difference = await renderer.compare(author, old.text, text)
      if (await update(old, { text, stored, tags, difference })) break
      old = await requireCurrent()
      if (old.text === text) return
    }
    await cache.checkAfterWrite()
  }

  serve('PUT /api/posts/:id', async ({ request, member, params, body }) => {
    const id = requirePostId(params.id)
    await edit({ id: member.id, address: request.address }, body, {
      limit: POSTS,
      find: () => requirePost(db.kysely, id),
      update: (old, changes) =>
        refuseMissingParent(db, member.id, POST_NOT_FOUND, () => updatePost(context, old, changes)),
    })
    return requireCachedPost(context, id)
  })

  serve('PUT /api/posts/comment/:id/:commentId', async ({ request, member, params, body }) => {
    const postId = requirePostId(params.id)
    const id = requireCommentId(params.commentId)
    const ofPost = await requirePost(db.kysely, postId)
    await edit({ id: member.id, address: request.address }, body, {
      limit: COMMENTS,
      find: () => requireComment(postId, id),
      update: (old, changes) =>
        refuseMissingParent(db, member.id, COMMENT_NOT_FOUND, () =>
          updateComment(context, ofPost, old, changes),
        ),
    })
    const rows = await findComments(db.kysely, postId, [id])
    const [comment] = await presentComments(db.kysely, settings, rows)
    return requireFound(comment, COMMENT_NOT_FOUND)
  })

  serve('GET /api/posts/:id/history', async ({ params, page }) => {
    const post = await requirePost(db.kysely, requirePostId(params.id))
    return historyPage(db.kysely, { postId: post.id, commentId: undefined }, post, page)
  })

  serve('GET /api/posts/comment/:id/:commentId/history', async ({ params, page }) => {
    const postId = requirePostId(params.id)
    const comment = await requireComment(postId, requireCommentId(params.commentId))
    return historyPage(db.kysely, { postId, commentId: comment.id }, comment, page)
  })
}
