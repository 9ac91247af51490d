import { postHead } from '../../../contract/pages/content-heads.ts'
import type { Post } from '../../../contract/posts.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import { splitByBytes } from './split-by-bytes.ts'

type AtomFeed = {
  id: string
  title: string
  origin: string
  path: string
  page: string
  posts: Post[]
  linksAuthors: boolean
}

// Leaves room in PAGE_BYTES for what precedes the entries.
const ENTRIES_BYTES = 990_000

const BEFORE_ALL = new Date(0).toISOString()

export function renderAtom({ id, title, origin, path, page, posts, linksAuthors }: AtomFeed): string {
  const all = posts.map((post) => ({
    text: renderEntry(post, origin, linksAuthors),
    updated: updatedAt(post),
  }))
  const entries = splitByBytes(all, ENTRIES_BYTES)[0] ?? []
  const updated = entries.reduce((last, entry) => (entry.updated > last ? entry.updated : last), BEFORE_ALL)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${escapeXml(id)}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<updated>${updated}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(origin + path)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(origin + page)}"/>`,
    ...entries.map(({ text }) => text),
    '</feed>\n',
  ].join('\n')
}

function renderEntry(post: Post, origin: string, linksAuthor: boolean): string {
  const author = linksAuthor ? `<uri>${escapeXml(`${origin}/profile/${post.user}`)}</uri>` : ''
  const { title, description } = postHead(post)
  return [
    '<entry>',
    // The id stays the same if the community moves to another address.
    `<id>urn:uuid:${post._id}</id>`,
    `<title>${escapeXml(post.question ? title : description || title)}</title>`,
    `<published>${post.date}</published>`,
    `<updated>${updatedAt(post)}</updated>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(`${origin}/posts/${post._id}`)}"/>`,
    `<author><name>${escapeXml(post.name)}</name>${author}</author>`,
    ...post.tags.map((tag) => `<category term="${escapeXml(tag)}"/>`),
    `<content type="html">${escapeXml(withOrigin(post.html, origin))}</content>`,
    '</entry>',
  ].join('\n')
}

const updatedAt = ({ date, edited }: Post) => edited ?? date

/** Quotes are escaped everywhere else in our HTML. */
const withOrigin = (html: string, origin: string) => html.replace(/ (href|src)="\//g, ` $1="${origin}/`)

// XML cannot contain these, even escaped.
const NOT_IN_XML = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu

const escapeXml = (text: string) => escapeHtml(text.replace(NOT_IN_XML, '\ufffd'))
