import { escapeHtml } from '../../../platform/http/escape-html.ts'

type Attributes = Record<string, RegExp>

const TABLE_CELL: Attributes = { class: /^align-(?:left|center|right)$/ }
const HREF = /^(?:https?:\/\/|mailto:|\/pictures\/[\da-f]{64}\.webp$|\/posts\?tag=[\w%.~!*'()-]+$)/i

const ALLOWED: Record<string, Attributes> = {
  p: {},
  br: {},
  hr: {},
  h3: {},
  h4: {},
  h5: {},
  h6: {},
  strong: {},
  em: {},
  s: {},
  blockquote: {},
  ul: {},
  ol: { start: /^\d{1,9}$/ },
  li: {},
  table: {},
  thead: {},
  tbody: {},
  tr: {},
  th: TABLE_CELL,
  td: TABLE_CELL,
  pre: { 'data-language': /^[^<>"]{1,60}$/ },
  code: { class: /^language-[\w+#.-]{1,30}$/ },
  span: { class: /^hljs-[a-z_-]+(?: [a-z]+_+)*$/ },
  a: { href: HREF, class: /^(?:mention|tag)$/, rel: /^nofollow ugc noopener$/ },
  img: {
    src: /^\/pictures\/[\da-f]{64}\.webp$/,
    alt: /^[^<>"]*$/,
    loading: /^lazy$/,
  },
}

const VOID = new Set(['br', 'hr', 'img'])

const TAG = /<(\/?)([a-z][a-z\d]*)((?: [a-z-]+="[^"<>]*")*)>/y
const ATTRIBUTE = / ([a-z-]+)="([^"<>]*)"/g

/** Tags that are unlisted, malformed or badly nested become text, whatever was done before. */
export function keepAllowed(html: string): string {
  let result = ''
  let copied = 0
  const replace = (start: number, end: number, text: string) => {
    result += html.slice(copied, start) + text
    copied = end
  }
  const open: string[] = []
  let position = 0
  while (position < html.length) {
    const next = html.indexOf('<', position)
    const end = next === -1 ? html.length : next
    const text = html.slice(position, end)
    if (text.includes('>')) replace(position, end, text.replaceAll('>', '&gt;'))
    if (next === -1) break
    TAG.lastIndex = next
    const match = TAG.exec(html)
    position = match ? TAG.lastIndex : next + 1
    if (!match || !isAllowedTag(match, open)) replace(next, position, escapeHtml(html.slice(next, position)))
  }
  result += html.slice(copied)
  const closing = open.reverse().map((name) => `</${name}>`)
  return result + closing.join('')
}

function isAllowedTag([, slash, name = '', attributes = '']: RegExpExecArray, open: string[]): boolean {
  const allowed = Object.hasOwn(ALLOWED, name) ? ALLOWED[name] : undefined
  if (!allowed) return false
  if (slash) {
    if (attributes || open.at(-1) !== name) return false
    open.pop()
    return true
  }
  if (attributes !== '' && !areAllowed(attributes, allowed)) return false
  if (!VOID.has(name)) open.push(name)
  return true
}

function areAllowed(attributes: string, allowed: Attributes): boolean {
  const seen: string[] = []
  ATTRIBUTE.lastIndex = 0
  // matchAll would copy the expression for every tag.
  for (let match = ATTRIBUTE.exec(attributes); match; match = ATTRIBUTE.exec(attributes)) {
    const [, name = '', value = ''] = match
    const form = Object.hasOwn(allowed, name) ? allowed[name] : undefined
    if (!form?.test(value) || seen.includes(name)) return false
    seen.push(name)
  }
  return true
}
