import { PAGE_SIZE } from '../../../contract/limits.ts'
import type { ServedSite } from '../../../contract/site.ts'
import type { Context } from '../../context.ts'
import { topicsOfPost } from '../posts/cached-posts.ts'
import { type Filter, feedTopicsOf } from '../posts/feed/queries.ts'
import { findPageOfProfiles } from '../profiles/cached-profiles.ts'
import { listProfiles } from '../profiles/queries.ts'
import { topicOf } from '../topics.ts'
import { cachedPages } from './cached-pages.ts'
import { pageContent } from './content/layout.ts'
import { postsContent } from './content/posts.ts'
import { profilesContent } from './content/profiles.ts'
import { findNewestPosts } from './queries.ts'
import { HTML, type Shell } from './shell.ts'

type RenderHead = (origin: string, site: ServedSite, tag: string | null) => string

const FIRST_PAGE = { limit: PAGE_SIZE, before: undefined }

export function profileListPage(context: Context, shell: Shell, renderHead: RenderHead) {
  const { db, settings } = context
  return cachedPages(context, 'profile list', HTML, async (_key, origin, site) => {
    const rows = await listProfiles(db.kysely, FIRST_PAGE)
    const { items, topics } = await findPageOfProfiles(db.kysely, settings, rows, PAGE_SIZE)
    const profiles = items.map(({ value }) => value)
    const content = pageContent(site, profilesContent(profiles))
    const head = renderHead(origin, site, null)
    return { content: shell.withHead(head, '/profiles', content), topics: [topicOf.profiles(), ...topics] }
  })
}

export function postListPages(context: Context, shell: Shell, renderHead: RenderHead) {
  return cachedPages(context, 'post list', HTML, async (key, origin, site) => {
    const filter: Filter = { part: 'all', author: null, tag: key || null }
    const posts = await findNewestPosts(context, filter, PAGE_SIZE)
    if (posts.length === 0 && filter.tag !== null) return undefined
    const content = pageContent(site, postsContent(site, posts, filter.tag))
    const topics = [...feedTopicsOf(filter), ...posts.flatMap(topicsOfPost)]
    const head = renderHead(origin, site, filter.tag)
    return { content: shell.withHead(head, '/posts', content), topics }
  })
}
