import { postHead } from '../../../contract/pages/content-heads.ts'
import type { ServedSite } from '../../../contract/site.ts'
import type { Context } from '../../context.ts'
import { topicOf } from '../../database/changes/topics.ts'
import { avatarUrl } from '../accounts/avatars.ts'
import { cachedResponses } from './cached-responses.ts'
import { findPreviewedPost } from './queries.ts'
import { renderHead } from './render-head.ts'
import { HTML, type Shell } from './shell.ts'

/** Only for communities that anyone may read. */
export function postPages(context: Context, shell: Shell) {
  const { db, settings } = context
  return cachedResponses(context, HTML, async (id, origin, site: ServedSite) => {
    const post = await findPreviewedPost(db.kysely, id)
    if (!post) return undefined
    const head = {
      ...postHead({ ...post, question: post.question === 1 }),
      address: `${origin}/posts/${id}`,
      image: URL.parse(avatarUrl(settings, post.avatar_hash), origin)?.href ?? '',
      type: 'article',
      isPublic: true,
    } as const
    const content = shell.withHead(renderHead(head, origin, site))
    return { content, topics: [topicOf.post(id), topicOf.person(post.user_id)] }
  })
}
