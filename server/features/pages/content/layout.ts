import { PAGE_HEADS } from '../../../../contract/pages/heads.ts'
import type { ServedSite } from '../../../../contract/site.ts'
import { splitByBytes } from '../split-by-bytes.ts'
import { type Html, html } from './html.ts'

// So that the page stays below PAGE_BYTES: its head and what is not in lists have less than 300 KB.
export const LISTED_BYTES = 700_000

/** For readers without scripts. styles.css hides it from all others, and the page replaces it. */
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

/** Instead of what only members see; it must not reveal whether it exists. */
export const signInContent = (site: ServedSite) =>
  pageContent(site, html`<h1>${site.name}</h1><p><a href="/login">Sign in</a> to see this page.</p>`)

export const list = (items: Html[]) =>
  items.length > 0 && html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`

/** The first ones that fit on the page. */
export const longList = (items: Html[]) => list(splitByBytes(items, LISTED_BYTES)[0] ?? [])

export const day = (moment: string) => html`<time datetime="${moment}">${moment.slice(0, 10)}</time>`
