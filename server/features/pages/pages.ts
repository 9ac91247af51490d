import type { FastifyReply, FastifyRequest } from 'fastify'
import { isHandle } from '../../../contract/fields/handles.ts'
import { tagText } from '../../../contract/fields/queries.ts'
import {
  headOf,
  isOpenPage,
  isPublicPage,
  matchPage,
  PAGE_HEADS,
  type PageMatch,
  type PagePath,
  type SitePageName,
  sitePageAt,
} from '../../../contract/pages/heads.ts'
import type { ServedSite } from '../../../contract/site.ts'
import type { Context } from '../../context.ts'
import { asId } from '../../ids.ts'
import { CachedResponse } from '../../platform/cache/cached-response.ts'
import type { Admission } from '../../platform/http/admission.ts'
import { asRefusal } from '../../platform/http/errors.ts'
import { originOf } from '../../platform/http/origin.ts'
import { sendResponse } from '../../platform/http/send-response.ts'
import { pathOf } from '../../platform/http/unrouted.ts'
import { findOwner } from '../accounts/people.ts'
import type { Renderer } from '../markdown/renderer.ts'
import { sitePageReader } from '../site/site-pages.ts'
import { asTag } from '../tags/tag-names.ts'
import { ALL_POSTS_FEED, pathOfTagFeed } from './atom-routes.ts'
import { cachedPages } from './cached-pages.ts'
import { Html, html } from './content/html.ts'
import { pageContent, signInContent } from './content/layout.ts'
import { postListPages, profileListPage } from './list-pages.ts'
import { postPages } from './post-pages.ts'
import { profilePages } from './profile-pages.ts'
import { renderGeneralHead, renderHead } from './render-head.ts'
import { servedSiteReader } from './served-site.ts'
import { HTML, readLanding, readShell } from './shell.ts'

const REVALIDATED = 'no-cache'
/** Waits for the whole header, which would move while it arrives. */
const AWAIT_MAIN = '<link rel="expect" href="#main" blocking="render">'
const PAGES_WITH_FEED: PagePath[] = ['/', '/posts']

const NOT_A_PAGE = /^\/+api|\.|%00/

/** Unknown addresses get the page, which says that nothing is there. */
export const isPage = (path: string) => matchPage(path) !== undefined || !NOT_A_PAGE.test(path)

type PageServer = {
  send(request: FastifyRequest, reply: FastifyReply): Promise<void>
  sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void>
}

export function pageServer(
  context: Context,
  admission: Admission,
  renderer: Renderer,
): PageServer | undefined {
  const shell = readShell()
  if (!shell) return undefined
  const { settings } = context
  const profilePage = profilePages(context, shell)
  const postPage = postPages(context, shell)
  const readSite = servedSiteReader(context)
  const landing = readLanding()
  const listHead = (page: PagePath) => (origin: string, site: ServedSite, tag: string | null) =>
    fixedHead({ page, id: undefined, path: page }, origin, site, tag)
  const profileList = profileListPage(context, shell, listHead('/profiles'))
  const postList = postListPages(context, shell, listHead('/posts'))

  const readSitePage = sitePageReader(context, renderer)
  const sitePage = cachedPages(context, 'site page', HTML, async (key, origin, site) => {
    const page = key as SitePageName
    const found = await readSitePage(page)
    if (!found) return undefined
    const path: PagePath = `/${page}`
    const content = html`<h1>${PAGE_HEADS[path].title}</h1>${new Html(found.html)}`
    const head = listHead(path)(origin, site, null)
    return { content: shell.withHead(head, path, pageContent(site, content)), topics: [] }
  })

  const sendFixed = async (
    request: FastifyRequest,
    reply: FastifyReply,
    match: PageMatch,
    site: ServedSite,
  ) => {
    const origin = originOf(request.raw, settings)
    const { page, id } = match
    const isClosed = PAGE_HEADS[page].access === 'profile-reader' && !isOpenPage(page, site)
    const content = page === '/' ? landing(site) : isClosed ? signInContent(site) : ''
    const head = () => fixedHead(match, origin, site) + (page === '/' ? AWAIT_MAIN : '')
    const load = async () => ({ body: shell.withHead(head(), page, content), headers: HTML, topics: [] })
    // Anyone can invent ids, so pages with one are not cached.
    const response =
      id === undefined
        ? await context.cache.response(`${page} ${origin} ${JSON.stringify(site)}`, load)
        : new CachedResponse(await load())
    return sendResponse(request, reply, response, REVALIDATED)
  }

  const sendGeneral = (reply: FastifyReply, status: number, site: ServedSite): void => {
    reply
      .code(status)
      .headers({ ...HTML, 'cache-control': 'no-store' })
      .send(shell.withHead(renderGeneralHead(site)))
  }

  const sendContent = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { page, id = '' }: PageMatch,
    site: ServedSite,
  ) => {
    const contentId = asId(id)
    if (contentId === undefined) return sendGeneral(reply, 404, site)
    await admission.admit(request, 'anyone')
    const origin = originOf(request.raw, settings)
    const response =
      page === '/posts/:id'
        ? await postPage(contentId, origin)
        : await profilePage(contentId, origin, pageNumberOf(request))
    return response ? sendResponse(request, reply, response, REVALIDATED) : sendGeneral(reply, 404, site)
  }

  const sendList = async (
    request: FastifyRequest,
    reply: FastifyReply,
    match: PageMatch,
    site: ServedSite,
  ) => {
    await admission.admit(request, 'anyone')
    const origin = originOf(request.raw, settings)
    const query = queryOf(request)
    const tag = query.has('tag') ? asTag(tagText(query.get('tag') ?? '')) : ''
    const isFiltered = query.has('feed') || query.has('author') || tag === undefined
    const response =
      match.page === '/profiles'
        ? await profileList('', origin)
        : isFiltered
          ? undefined
          : await postList(tag, origin)
    if (!response) return sendFixed(request, reply, match, site)
    return sendResponse(request, reply, response, REVALIDATED)
  }

  const redirectToProfile = async (
    request: FastifyRequest,
    reply: FastifyReply,
    handle: string,
    site: ServedSite,
  ) => {
    const path = `/@${handle}`
    // A closed profile must not reveal whether it exists.
    if (!isOpenPage('/profile/:id', site))
      return sendFixed(request, reply, { page: '/profile/:id', id: handle, path }, site)
    await admission.admit(request, 'anyone')
    const id = isHandle(handle) ? await findOwner(context, handle) : undefined
    const isVisible = id !== undefined && (await profilePage(id, originOf(request.raw, settings)))
    if (!isVisible) return sendGeneral(reply, 404, site)
    reply.header('cache-control', 'no-store').redirect(`/profile/${id}`, 302)
  }

  return {
    async send(request, reply): Promise<void> {
      const site = await readSite()
      if (site.indexing === 'none') reply.header('x-robots-tag', 'noindex')
      const path = pathOf(request)
      if (path.startsWith('/@')) return redirectToProfile(request, reply, path.slice(2).toLowerCase(), site)
      const match = matchPage(path)
      if (!match) return sendGeneral(reply, 404, site)
      const { page } = match
      const name = sitePageAt(page)
      if (name !== undefined) {
        await admission.admit(request, 'anyone')
        const found = await sitePage(name, originOf(request.raw, settings))
        return found ? sendResponse(request, reply, found, REVALIDATED) : sendGeneral(reply, 404, site)
      }
      // A closed page must not reveal whether its content exists.
      const isOpen = isOpenPage(page, site)
      if (isOpen && (page === '/posts/:id' || page === '/profile/:id'))
        return sendContent(request, reply, match, site)
      if (isOpen && (page === '/posts' || page === '/profiles')) return sendList(request, reply, match, site)
      return sendFixed(request, reply, match, site)
    },

    async sendFailure(error, request, reply): Promise<void> {
      const { status, retryAfter } = asRefusal(error)
      if (retryAfter === undefined || !isPage(pathOf(request))) throw error
      sendGeneral(reply.header('retry-after', String(retryAfter)), status, await readSite())
    },
  }
}

const queryOf = ({ query }: FastifyRequest) => new URLSearchParams((query as { text: string }).text)

function pageNumberOf(request: FastifyRequest): number {
  const text = queryOf(request).get('page') ?? ''
  return /^[1-9]\d?$/.test(text) ? Number(text) : 1
}

function fixedHead(
  { page, path }: PageMatch,
  origin: string,
  site: ServedSite,
  tag: string | null = null,
): string {
  return renderHead(
    {
      ...headOf(page, site),
      address: origin + path + (tag === null ? '' : `?tag=${encodeURIComponent(tag)}`),
      type: 'website',
      image: `${origin}/icon-512.png`,
      isPublic: isPublicPage(page, site),
      feed: feedOf(page, site, tag),
    },
    origin,
    site,
  )
}

function feedOf(page: PagePath, site: ServedSite, tag: string | null) {
  if (tag !== null) return { title: `#${tag} · ${site.name}`, path: pathOfTagFeed(tag) }
  return PAGES_WITH_FEED.includes(page) ? { title: site.name, path: ALL_POSTS_FEED } : undefined
}
