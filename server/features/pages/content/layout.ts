import { PAGE_HEADS } from '../../../../contract/pages/heads.ts'
import type { ServedSite } from '../../../../contract/site.ts'
import { splitByBytes } from '../split-by-bytes.ts'
import { type Html, html } from './html.ts'

// The rest of the page has less than 300 KB, so that it stays below PAGE_BYTES.
export const LISTED_BYTES = 700_000

/** styles.css hides it if scripts run, and the page replaces it. */
export function pageContent(site: ServedSite, content: Html): string {
  return html`<div class="without-scripts">
<header><nav aria-label="Main"><a href="/">${site.name}</a> <a href="/profiles">Developers</a>${
    site.reading === 'public' && html` <a href="/posts">Posts</a>`
  }</nav></header>
<main>${content}</main>
${footer(site)}
</div>`.text
}

const footer = ({ pages }: ServedSite) =>
  pages.length > 0 &&
  html`<footer>${pages.map((page) => html`<a href="/${page}">${PAGE_HEADS[`/${page}`].title}</a> `)}</footer>`

export const signInContent = (site: ServedSite) =>
  pageContent(site, html`<h1>${site.name}</h1><p><a href="/login">Sign in</a> to see this page.</p>`)

export const list = (items: Html[]) =>
  items.length > 0 && html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`

export const longList = (items: Html[]) => list(splitByBytes(items, LISTED_BYTES)[0] ?? [])

export const day = (moment: string) => html`<time datetime="${moment}">${moment.slice(0, 10)}</time>`
