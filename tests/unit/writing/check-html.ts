import { type DefaultTreeAdapterTypes, type ParserError, parseFragment, serialize } from 'parse5'

// Checks the promise of docs/security.md independently of the renderer, with a browser's parser.

const PLAIN = ['p', 'br', 'hr', 'h3', 'h4', 'h5', 'h6', 'strong', 'em', 's', 'blockquote', 'ul', 'li']
const TABLE = ['table', 'thead', 'tbody', 'tr']
const ATTRIBUTES: Record<string, Record<string, (value: string) => boolean>> = {
  ...Object.fromEntries([...PLAIN, ...TABLE].map((name) => [name, {}])),
  ol: { start: (value) => /^\d+$/.test(value) },
  th: { class: isAlignment },
  td: { class: isAlignment },
  pre: { 'data-language': () => true },
  code: { class: (value) => /^language-\S+$/.test(value) },
  span: { class: (value) => value.startsWith('hljs-') },
  a: {
    href: isSafeAddress,
    rel: (value) => value === 'nofollow ugc noopener',
    class: (value) => value === 'mention' || value === 'tag',
  },
  img: { src: isPicture, alt: () => true, loading: (value) => value === 'lazy' },
}

function isAlignment(value: string): boolean {
  return ['align-left', 'align-center', 'align-right'].includes(value)
}

function isPicture(value: string): boolean {
  return /^\/pictures\/[0-9a-f]{64}\.webp$/.test(value)
}

function isSafeAddress(value: string): boolean {
  const url = URL.parse(value, 'https://own.example')
  if (!url) return false
  if (url.origin !== 'https://own.example') return ['http:', 'https:', 'mailto:'].includes(url.protocol)
  return (
    isPicture(value) || /^\/(?:@[a-z][a-z0-9_-]+|profile\/[0-9a-f-]{36}|posts\?tag=[^"<>\s]+)$/.test(value)
  )
}

export function faultIn(html: string): string | undefined {
  const errors: string[] = []
  const onParseError = ({ code }: ParserError) => {
    // PostgreSQL stores any of these characters, and none of them can be a tag.
    if (!/control-character|noncharacter/.test(code)) errors.push(code)
  }
  const fragment = parseFragment(html, { onParseError })
  visit(fragment, errors, false)
  if (errors.length > 0) return errors.join(', ')
  // A parser that had to move or close anything would write it differently.
  return normalize(serialize(fragment)) === normalize(html)
    ? undefined
    : 'is parsed differently from how it is written'
}

const normalize = (html: string) =>
  html.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&nbsp;', '\u00a0')

function visit(node: DefaultTreeAdapterTypes.ParentNode, errors: string[], isInLink: boolean): void {
  for (const child of node.childNodes) {
    if (child.nodeName === '#text') continue
    if (!('tagName' in child)) {
      errors.push(`a node ${child.nodeName}`)
      continue
    }
    const allowed = ATTRIBUTES[child.tagName]
    if (!allowed) errors.push(`the element ${child.tagName}`)
    for (const { name, value } of child.attrs) {
      if (!allowed?.[name]?.(value)) errors.push(`${name}="${value}" on ${child.tagName}`)
    }
    const isLink = child.tagName === 'a'
    if (isLink && isInLink) errors.push('a link in a link')
    const attributes = new Set(child.attrs.map(({ name }) => name))
    if (isLink && !attributes.has('rel') && !attributes.has('class')) errors.push('a link without rel')
    visit(child, errors, isInLink || isLink)
  }
}
