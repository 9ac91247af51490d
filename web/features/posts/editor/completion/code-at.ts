import type { Selected, TextEdit } from '../text-edit.ts'

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/

export function fenceAt(text: string, at: number): number | undefined {
  let open: { mark: string; start: number } | undefined
  let start = 0
  for (const line of text.slice(0, at).split('\n')) {
    const [, mark = '', rest = ''] = FENCE.exec(line) ?? []
    const end = start + line.length + 1
    // The line of the fence itself is not code.
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
