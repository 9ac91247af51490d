import type { ServedSite } from '../../../../contract/site.ts'
import { type Html, html } from './html.ts'

/** For readers without scripts. styles.css hides it from all others, and the page replaces it. */
export function pageContent(site: ServedSite, content: Html): string {
  return html`<div class="without-scripts">
<header><nav aria-label="Main"><a href="/">${site.name}</a> <a href="/profiles">Developers</a>${
    site.reading === 'public' && html` <a href="/posts">Posts</a>`
  }</nav></header>
<main>${content}</main>
</div>`.text
}

export const list = (items: Html[]) =>
  items.length > 0 && html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`

export const day = (moment: string) => html`<time datetime="${moment}">${moment.slice(0, 10)}</time>`
