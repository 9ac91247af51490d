export type Selected = { text: string; start: number; end: number }

export type TextEdit = { start: number; end: number; insert: string; select: [number, number] }

export function toggleMark(given: Selected, mark: string): TextEdit {
  const { text, start, end } = withoutBlanks(given)
  const inner = text.slice(start, end)
  const size = mark.length
  if (isMarked(text, start - size, end + size, mark)) {
    return { start: start - size, end: end + size, insert: inner, select: [start - size, end - size] }
  }
  if (inner.length > 2 * size && isMarked(text, start, end, mark)) {
    return { start, end, insert: inner.slice(size, -size), select: [start, end - 2 * size] }
  }
  return { start, end, insert: mark + inner + mark, select: [start + size, end + size] }
}

function withoutBlanks({ text, start, end }: Selected): Selected {
  const inner = text.slice(start, end)
  if (inner.trim() === '') return { text, start, end }
  const before = inner.length - inner.trimStart().length
  return { text, start: start + before, end: start + before + inner.trim().length }
}

/** A longer run of the same character is another mark. */
function isMarked(text: string, start: number, end: number, mark: string): boolean {
  if (start < 0 || end - start < 2 * mark.length) return false
  const character = mark.charAt(0)
  return (
    text.startsWith(mark, start) &&
    text.endsWith(mark, end) &&
    text.charAt(start - 1) !== character &&
    text.charAt(end) !== character
  )
}

export function toggleCode(given: Selected): TextEdit {
  const { text, start, end } = given
  const inner = text.slice(start, end)
  if (inner === '' && isOnEmptyLine(given) && fenceAt(text, start) === undefined) {
    return { start, end, insert: '```\n\n```', select: [start + 4, start + 4] }
  }
  if (!inner.includes('\n')) return toggleMark(given, inner.includes('`') ? '``' : '`')
  const fence = '`'.repeat(Math.max(3, ...Array.from(inner.matchAll(/`+/g), ([run]) => run.length + 1)))
  const lead = start > 0 && text.charAt(start - 1) !== '\n' ? '\n' : ''
  const tail = end < text.length && text.charAt(end) !== '\n' ? '\n' : ''
  const body = inner.endsWith('\n') ? inner : `${inner}\n`
  const caret = start + lead.length + fence.length
  return { start, end, insert: `${lead}${fence}\n${body}${fence}${tail}`, select: [caret, caret] }
}

const isOnEmptyLine = ({ text, start }: Selected) =>
  /(?:^|\n)$/.test(text.slice(0, start)) && /^(?:\n|$)/.test(text.slice(start))

const ADDRESS = /^https?:\/\/\S+$/i

/** The selection becomes the text, or the address if it is one; the missing part is selected next. */
export function makeLink({ text, start, end }: Selected): TextEdit {
  const inner = text.slice(start, end)
  if (ADDRESS.test(inner)) {
    return { start, end, insert: `[](${inner})`, select: [start + 1, start + 1] }
  }
  const address = start + inner.length + 3
  const select: [number, number] = inner === '' ? [start + 1, start + 1] : [address, address + 3]
  return { start, end, insert: `[${inner}](url)`, select }
}

export function pasteLink({ text, start, end }: Selected, pasted: string): TextEdit | undefined {
  const address = pasted.trim()
  const inner = text.slice(start, end)
  if (!ADDRESS.test(address) || inner.trim() === '' || /[\n[\]]/.test(inner)) return undefined
  if (ADDRESS.test(inner.trim()) || text.slice(0, start).endsWith('](')) return undefined
  const target = /[()]/.test(address) ? `<${address}>` : address
  const insert = `[${inner}](${target})`
  return { start, end, insert, select: [start + insert.length, start + insert.length] }
}

export function toggleLines({ text, start, end }: Selected, mark: string): TextEdit {
  const first = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', Math.max(start, end - 1))
  const last = next === -1 ? text.length : next
  const lines = text.slice(first, last).split('\n')
  const isOn = lines.every((line) => line.startsWith(mark))
  const insert = lines.map((line) => (isOn ? line.slice(mark.length) : mark + line)).join('\n')
  const select: [number, number] =
    lines.length > 1
      ? [first, first + insert.length]
      : caretIn(start, end, isOn ? -mark.length : mark.length, first)
  return { start: first, end: last, insert, select }
}

const caretIn = (start: number, end: number, shift: number, least: number): [number, number] => [
  Math.max(least, start + shift),
  Math.max(least, end + shift),
]

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/

export function fenceAt(text: string, at: number): number | undefined {
  let open: { mark: string; start: number } | undefined
  let start = 0
  for (const line of text.slice(0, at).split('\n')) {
    const [, mark = '', rest = ''] = FENCE.exec(line) ?? []
    const end = start + line.length + 1
    if (open && mark.startsWith(open.mark) && rest.trim() === '') open = undefined
    else if (!open && mark && !(mark.startsWith('`') && rest.includes('`'))) open = { mark, start: end }
    start = end
  }
  return open && at >= open.start ? open.start : undefined
}

export function isInCode(text: string, at: number): boolean {
  if (fenceAt(text, at) !== undefined) return true
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return (line.match(/`+/g)?.length ?? 0) % 2 === 1
}

export function indentCode({ text, start, end }: Selected, isBack: boolean): TextEdit | undefined {
  const code = fenceAt(text, start)
  if (code === undefined) return undefined
  const unit = /^\t/m.test(text.slice(code, end)) ? '\t' : '  '
  if (start === end && !isBack) {
    return { start, end, insert: unit, select: [start + unit.length, start + unit.length] }
  }
  const first = text.lastIndexOf('\n', start - 1) + 1
  const lines = text.slice(first, end).split('\n')
  const changed = lines.map((line) => (isBack ? line.replace(/^(\t| {1,2})/, '') : unit + line))
  const insert = changed.join('\n')
  const shift = (changed[0] ?? '').length - (lines[0] ?? '').length
  const select: [number, number] = [Math.max(first, start + shift), first + insert.length]
  return { start: first, end, insert, select: start === end ? [select[0], select[0]] : select }
}
