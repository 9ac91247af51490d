import { PAGE_SIZE } from '../../../contract/limits.ts'
import type { ServedSite } from '../../../contract/site.ts'
import type { Context } from '../../context.ts'
import { topicOf } from '../../database/changes/topics.ts'
import { run } from '../../database/prepared.ts'
import { feedTopicsOf } from '../feeds/lists.ts'
import { type Filter, newestPosts } from '../feeds/queries.ts'
import { topicsOfPost } from '../posts/documents.ts'
import { findPosts } from '../posts/queries.ts'
import { findProfiles, listProfiles, usersOnOnePage } from '../profiles/queries.ts'
import { cachedResponses } from './cached-responses.ts'
import { pageContent } from './content/layout.ts'
import { postsContent } from './content/posts.ts'
import { profilesContent } from './content/profiles.ts'
import { HTML, type Shell } from './shell.ts'

type RenderHead = (origin: string, site: ServedSite, tag: string | null) => string

const FIRST_PAGE = { limit: PAGE_SIZE, before: undefined }

export function profileListPage(context: Context, shell: Shell, renderHead: RenderHead) {
  const { db, settings } = context
  return cachedResponses(context, HTML, async (_key, origin, site) => {
    const listed = (await listProfiles(db.kysely, FIRST_PAGE))
      .slice(0, PAGE_SIZE)
      .map(({ user_id }) => user_id)
    const ids = listed.length > 0 ? await usersOnOnePage(db.kysely, listed) : []
    const found = ids.length > 0 ? await findProfiles(db.kysely, settings, ids) : new Map()
    const profiles = ids.flatMap((id) => found.get(id) ?? [])
    const people = profiles.flatMap((profile) => profile.people)
    const content = pageContent(site, profilesContent(profiles))
    const topics = [topicOf.profiles(), ...ids.map(topicOf.profile), ...people.map(topicOf.person)]
    return { content: shell.withHead(renderHead(origin, site, null), content), topics }
  })
}

const TEXT_ALONE = { likes: 0, comments: 0, commentBytes: 0 }

/** Only for communities that anyone may read. The key is a tag, or empty. */
export function postListPages(context: Context, shell: Shell, renderHead: RenderHead) {
  const { db, settings } = context
  return cachedResponses(context, HTML, async (key, origin, site) => {
    const filter: Filter = { part: 'all', author: null, tag: key || null }
    const { rows } = await run(db.kysely, newestPosts(db.kysely, filter, FIRST_PAGE))
    const ids = rows.slice(0, PAGE_SIZE).map(({ id }) => id)
    // Anyone can invent tags.
    if (ids.length === 0 && filter.tag !== null) return undefined
    const found = ids.length > 0 ? await findPosts(db, settings, ids, TEXT_ALONE) : new Map()
    const posts = ids.flatMap((id) => found.get(id) ?? [])
    const content = pageContent(site, postsContent(posts, filter.tag))
    const topics = [...feedTopicsOf(filter), ...posts.flatMap(topicsOfPost)]
    return { content: shell.withHead(renderHead(origin, site, filter.tag), content), topics }
  })
}
