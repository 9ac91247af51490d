import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isHandle } from '../../../contract/fields/handles.ts'
import { tagText } from '../../../contract/fields/queries.ts'
import { isOpenPage } from '../../../contract/pages/heads.ts'
import type { Context } from '../../context.ts'
import { originOf } from '../../platform/http/origin.ts'
import { notFound } from '../../platform/http/refusals.ts'
import { READING, sendResponse } from '../../platform/http/send-response.ts'
import { findOwner, findPerson } from '../accounts/people.ts'
import { topicsOfPost } from '../posts/cached-posts.ts'
import { type Filter, feedTopicsOf } from '../posts/feed/queries.ts'
import { readSiteSettings, type SiteSettings } from '../site/site-settings.ts'
import { asTag } from '../tags/tag-names.ts'
import { topicOf } from '../topics.ts'
import { renderAtom } from './atom.ts'
import { cachedPages } from './cached-pages.ts'
import { findNewestPosts } from './queries.ts'

const HEADERS = { 'content-type': 'application/atom+xml; charset=utf-8' }
const ENTRIES = 20

export const ALL_POSTS_FEED = '/feed.atom'
export const pathOfPersonFeed = (handle: string) => `/@${handle}/feed.atom`
export const pathOfTagFeed = (tag: string) => `/tags/${encodeURIComponent(tag)}/feed.atom`

type FindFilter = (params: Record<string, string>, site: SiteSettings) => Promise<Filter | undefined>

export function atomRoutes(app: FastifyInstance, context: Context): void {
  const { db, settings } = context

  const feed = cachedPages(context, 'feed', HEADERS, async (key, origin, site) => {
    const filter: Filter = JSON.parse(key)
    const posts = await findNewestPosts(context, filter, ENTRIES)
    const about = await describeFeed(filter, origin, site)
    if (!about || (filter.tag !== null && posts.length === 0)) return undefined
    const authorTopics = filter.author === null ? [] : [topicOf.person(filter.author)]
    const topics = [...feedTopicsOf(filter), ...authorTopics, ...posts.flatMap(topicsOfPost)]
    return {
      content: renderAtom({ ...about, origin, posts, linksAuthors: site.profiles === 'public' }),
      topics,
    }
  })

  const describeFeed = async ({ author, tag }: Filter, origin: string, site: SiteSettings) => {
    if (tag !== null) {
      const path = pathOfTagFeed(tag)
      return {
        id: origin + path,
        title: `#${tag} · ${site.name}`,
        path,
        page: `/posts?tag=${encodeURIComponent(tag)}`,
      }
    }
    if (author === null)
      return { id: origin + ALL_POSTS_FEED, title: site.name, path: ALL_POSTS_FEED, page: '/posts' }
    const person = await findPerson(db.kysely, author)
    if (!person?.handle) return undefined
    const title = `${person.name} · ${site.name}`
    return {
      id: `urn:uuid:${author}`,
      title,
      path: pathOfPersonFeed(person.handle),
      page: `/profile/${author}`,
    }
  }

  const serveFeed = (url: string, findFilter: FindFilter) =>
    app.route({
      method: READING,
      url,
      async handler(request: FastifyRequest, reply: FastifyReply) {
        const site = await readSiteSettings(context)
        const isOpen = isOpenPage('/posts', site)
        const filter = isOpen ? await findFilter(request.params as Record<string, string>, site) : undefined
        if (site.indexing === 'none') reply.header('x-robots-tag', 'noindex')
        const response = filter && (await feed(JSON.stringify(filter), originOf(request.raw, settings)))
        if (!response) throw notFound('Not found')
        return sendResponse(request, reply, response, 'no-cache')
      },
    })

  serveFeed(ALL_POSTS_FEED, async () => ({ part: 'all', author: null, tag: null }))

  serveFeed('/@:handle/feed.atom', async ({ handle = '' }, site) => {
    if (!isOpenPage('/profile/:id', site)) return undefined
    const lower = handle.toLowerCase()
    const author = isHandle(lower) ? await findOwner(context, lower) : undefined
    return author === undefined ? undefined : { part: 'all', author, tag: null }
  })

  serveFeed('/tags/:tag/feed.atom', async ({ tag: text = '' }) => {
    const tag = asTag(tagText(text))
    return tag === undefined ? undefined : { part: 'all', author: null, tag }
  })
}
