import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { MAX_HANDLE_LENGTH, MIN_HANDLE_LENGTH } from '../../../../contract/limits.ts'
import { asTag, MAX_TAGS, TAG_CHARACTERS } from '../../tags/tag-names.ts'
import type { HandleInText } from '../mentions.ts'

export type RenderedText = { html: string; tags: string[]; handles: HandleInText[] }

export type Marks = { tags: Set<string>; mentions: number }

export const MENTION_START = '<a class="mention">'
export const MENTION_END = '</a>'

const MAX_MENTIONS = 10

// Marks do not follow a letter or digit, as in an email or C#, nor continue a path.
const BEFORE = String.raw`(?<![\p{L}\p{M}\p{N}_@#/&.+-])`
const MENTION = String.raw`@(?<handle>[a-z][a-z\d_-]{${MIN_HANDLE_LENGTH - 1},${MAX_HANDLE_LENGTH - 1}})(?![\p{L}\p{M}\p{N}_@-])`
const TAG = `#(?<tag>${TAG_CHARACTERS})`
export const MARKS = new RegExp(`${BEFORE}(?:${MENTION}|${TAG})`, 'giu')

export function linkMarks(md: MarkdownIt): void {
  md.core.ruler.before('text_join', 'marks', (state) => {
    const marks = state.env.marks as Marks
    for (const block of state.tokens) {
      if (block.type === 'inline' && /[@#]/.test(block.content)) {
        block.children = linkInline(state, block.children ?? [], marks)
      }
    }
  })
}

function linkInline(state: StateCore, tokens: Token[], marks: Marks): Token[] {
  let depth = 0
  return tokens.flatMap((token, index) => {
    if (token.type === 'link_open') depth++
    if (token.type === 'link_close') depth--
    if (token.type !== 'text' || depth > 0 || !/[@#]/.test(token.content)) return [token]
    const previous = tokens[index - 1]
    return linkText(state, token, marks, previous?.type === 'text_special' ? previous.content : '')
  })
}

function linkText(state: StateCore, token: Token, marks: Marks, before: string): Token[] {
  const linked: Token[] = []
  const text = before + token.content
  let end = before.length
  const push = (content: string) => {
    if (content === '') return
    const plain = new state.Token('text', '', 0)
    plain.content = content
    plain.level = token.level
    linked.push(plain)
  }
  MARKS.lastIndex = end
  for (let match = MARKS.exec(text); match; match = MARKS.exec(text)) {
    const attributes = attributesOf(match.groups ?? {}, marks)
    if (!attributes) continue
    push(text.slice(end, match.index))
    const open = new state.Token('mark_open', 'a', 1)
    open.attrs = attributes
    open.level = token.level
    linked.push(open)
    push(match[0])
    linked.push(new state.Token('mark_close', 'a', -1))
    end = match.index + match[0].length
  }
  if (end === before.length) return [token]
  push(text.slice(end))
  return linked
}

export function attributesOf(
  { handle, tag }: Record<string, string | undefined>,
  marks: Marks,
): [string, string][] | undefined {
  if (handle) {
    if (marks.mentions >= MAX_MENTIONS) return undefined
    marks.mentions++
    return [['class', 'mention']]
  }
  const name = asTag(tag ?? '')
  if (name === undefined) return undefined
  if (!marks.tags.has(name) && marks.tags.size >= MAX_TAGS) return undefined
  marks.tags.add(name)
  return [
    ['class', 'tag'],
    ['href', `/posts?tag=${encodeURIComponent(name)}`],
  ]
}

/** Placeholders cannot come from a text, whose `<` is escaped. */
export function takeMentions(marked: string): { html: string; handles: HandleInText[] } {
  const [first = '', ...rest] = marked.split(MENTION_START)
  let html = first
  const handles = rest.map((piece) => {
    const [mention = '', ...after] = piece.split(MENTION_END)
    const start = html.length
    html += mention + after.join(MENTION_END)
    return { handle: mention.slice(1).toLowerCase(), start, end: start + mention.length }
  })
  return { html, handles }
}
