import { postHead } from '../../../contract/pages/content-heads.ts'
import type { Context } from '../../context.ts'
import { topicOf } from '../../database/changes/topics.ts'
import { avatarUrl } from '../accounts/avatars.ts'
import { cachedPages } from './cached-pages.ts'
import { findPreviewedPost } from './queries.ts'
import type { Shell } from './shell.ts'

/** Only for communities that anyone may read. */
export function postPages(context: Context, shell: Shell) {
  const { db, settings } = context
  return cachedPages(context, shell, async (id, origin) => {
    const post = await findPreviewedPost(db.kysely, id)
    if (!post) return undefined
    const head = {
      ...postHead({ ...post, question: post.question === 1 }),
      address: `${origin}/posts/${id}`,
      image: URL.parse(avatarUrl(settings, post.avatar_hash), origin)?.href ?? '',
      type: 'article',
      isPublic: true,
    } as const
    return { head, topics: [topicOf.post(id), topicOf.person(post.user_id)] }
  })
}
