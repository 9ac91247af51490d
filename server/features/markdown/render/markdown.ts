import Markdown, { type MarkdownIt, type StateCore, type Token } from 'markdown-it'
import { escapeHtml } from '../../../platform/http/escape-html.ts'
import { highlight, type Language, languageOf } from './highlight.ts'
import { linkMarks } from './mentions-and-tags.ts'

/** markdown-it drops deeper blocks, so such texts are shown as plain text. */
export const MAX_NESTING = 60

const OWN_PICTURE = /^\/pictures\/[\da-f]{64}\.webp$/
const ADDRESS = /^(?:https?:\/\/|mailto:)/i
const MAX_ADDRESS_LENGTH = 2_000
const DIRECTION_MARK = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

const HEADINGS: Record<string, string> = { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6', h5: 'h6', h6: 'h6' }

export function createMarkdown(): MarkdownIt {
  const md = new Markdown({ html: false, breaks: true, linkify: true, maxNesting: MAX_NESTING })
  // Requires a scheme, as README.md would be a link to a domain.
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
  md.linkify.add('ftp:', null).add('//', null)
  md.validateLink = (url) => url.length <= MAX_ADDRESS_LENGTH && (ADDRESS.test(url) || OWN_PICTURE.test(url))
  const decoded = md.normalizeLinkText
  md.normalizeLinkText = (url) => {
    const text = decoded(url)
    return DIRECTION_MARK.test(text) ? md.normalizeLink(url) : text
  }
  linkMarks(md)
  md.core.ruler.push('restyle', restyle)
  md.renderer.rules.hardbreak = () => '<br>'
  md.renderer.rules.softbreak = () => '<br>'
  md.renderer.rules.hr = () => '<hr>\n'
  md.renderer.rules.code_block = (tokens, index) => codeBlock(tokens[index]?.content ?? '', undefined, false)
  md.renderer.rules.fence = (tokens, index, _options, env) => {
    const { content = '', info = '' } = tokens[index] ?? {}
    return codeBlock(content, languageOf(decodeInfo(md, info)), env?.highlights === true)
  }
  md.renderer.rules.image = (tokens, index) => {
    const token = tokens[index] as Token
    return `<img src="${token.attrGet('src')}" alt="${escapeHtml(token.content)}" loading="lazy">`
  }
  return md
}

const decodeInfo = (md: MarkdownIt, info: string) => md.utils.unescapeAll(info)

function codeBlock(code: string, language: Language | undefined, highlights: boolean): string {
  if (!language) return `<pre><code>${escapeHtml(code)}</code></pre>\n`
  const html = highlights && language.canHighlight ? highlight(code, language) : escapeHtml(code)
  const label = escapeHtml(language.label)
  return `<pre data-language="${label}"><code class="language-${language.name}">${html}</code></pre>\n`
}

export function needsHighlighting(md: MarkdownIt, tokens: Token[]): boolean {
  return tokens.some(
    ({ type, info }) => type === 'fence' && languageOf(decodeInfo(md, info))?.canHighlight === true,
  )
}

function restyle(state: StateCore): void {
  for (const token of state.tokens) {
    if (token.type === 'heading_open' || token.type === 'heading_close')
      token.tag = HEADINGS[token.tag] ?? 'h6'
    const style = token.attrGet('style')
    if (style) token.attrs = [['class', String(style).replace('text-align:', 'align-')]]
    if (token.type === 'inline') token.children = restyleInline(state, token.children ?? [])
  }
}

function restyleInline(state: StateCore, tokens: Token[]): Token[] {
  let depth = 0
  return tokens.flatMap((token) => {
    if (token.type === 'link_open') {
      depth++
      token.attrs = [
        ['href', token.attrGet('href') ?? ''],
        ['rel', 'nofollow ugc noopener'],
      ]
    }
    if (token.type === 'link_close') depth--
    if (token.type !== 'image') return [token]
    const alt = state.md.renderer.renderInlineAsText(token.children ?? [], state.md.options, state.env)
    const src = String(token.attrGet('src') ?? '')
    if (OWN_PICTURE.test(src)) {
      token.content = alt
      return [token]
    }
    const text = new state.Token('text', '', 0)
    text.content = alt || src
    if (depth > 0) return [text]
    const open = new state.Token('link_open', 'a', 1)
    open.attrs = [
      ['href', src],
      ['rel', 'nofollow ugc noopener'],
    ]
    return [open, text, new state.Token('link_close', 'a', -1)]
  })
}
