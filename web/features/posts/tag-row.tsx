import { Link } from 'react-router'

type TagLink = { text: string; address: string }

const TAG = '<a class="tag" href="([^"]*)">(#[^<]*)</a>'
const ONLY_TAGS = new RegExp(`^\\n<p>(?:${TAG}(?:\\s|<br>)*)+</p>\\s*$`)

/** Takes a last paragraph of nothing but tags out of the HTML. */
export function splitTags(html: string): { body: string; tags: TagLink[] } {
  const at = html.lastIndexOf('\n<p>')
  const end = at === -1 ? '' : html.slice(at)
  if (!ONLY_TAGS.test(end)) return { body: html, tags: [] }
  const links = end.matchAll(new RegExp(TAG, 'g'))
  return {
    body: html.slice(0, at),
    tags: Array.from(links, ([, address = '', text = '']) => ({ text, address })),
  }
}

/** In a row of actions it takes the width that is left, and scrolls. */
export function TagRow({ tags, isInline }: { tags: TagLink[]; isInline: boolean }) {
  if (tags.length === 0) return null
  return (
    <ul className={`flex font-mono text-sm text-muted ${isInline ? 'tag-strip' : 'mt-1 -ml-1 flex-wrap'}`}>
      {tags.map(({ text, address }) => (
        <li key={address}>
          <Link
            to={address}
            className="inline-flex min-h-7 items-center rounded px-1 whitespace-nowrap -outline-offset-2 hover:text-ink hover:underline"
          >
            <bdi>{text}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  )
}
