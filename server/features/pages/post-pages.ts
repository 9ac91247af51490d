import { postHead } from '../../../contract/pages/content-heads.ts'
import { isPublicPage } from '../../../contract/pages/heads.ts'
import type { Context } from '../../context.ts'
import { topicsOfPost } from '../posts/cached-posts.ts'
import { findPosts } from '../posts/queries.ts'
import { ON_POST } from '../posts/reactions.ts'
import { cachedPages } from './cached-pages.ts'
import { pageContent } from './content/layout.ts'
import { postContent } from './content/posts.ts'
import { renderHead } from './render-head.ts'
import { HTML, type Shell } from './shell.ts'

export function postPages(context: Context, shell: Shell) {
  const { db, settings } = context
  return cachedPages(context, 'post page', HTML, async (id, origin, site) => {
    const post = (await findPosts(db.kysely, settings, [id], ON_POST)).get(id)
    if (!post) return undefined
    const head = {
      ...postHead(post),
      address: `${origin}/posts/${id}`,
      image: URL.parse(post.avatar, origin)?.href ?? '',
      type: 'article',
      isPublic: isPublicPage('/posts/:id', site),
    } as const
    const html = pageContent(site, postContent(site, post))
    const content = shell.withHead(renderHead(head, origin, site), '/posts/:id', html)
    return { content, topics: topicsOfPost(post) }
  })
}
