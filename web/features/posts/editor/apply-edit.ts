import type { Selected, TextEdit } from './text-edit.ts'

export function selectedIn({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected {
  return { text: value, start: selectionStart, end: selectionEnd }
}

/** As if typed: the browser can undo it, and React is notified. */
export function applyEdit(area: HTMLTextAreaElement, { start, end, insert, select }: TextEdit): void {
  area.focus({ preventScroll: true })
  area.setSelectionRange(start, end)
  typeOver(area, insert)
  area.setSelectionRange(...select)
}

function typeOver(area: HTMLTextAreaElement, text: string): void {
  if (text === '' && area.selectionStart === area.selectionEnd) return
  // Deprecated, but supported everywhere, and the only way into the browser's undo history.
  const isDone =
    text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text)
  if (!isDone) replaceSilently(area, area.selectionStart, area.selectionEnd, text)
}

function replaceSilently(area: HTMLTextAreaElement, start: number, end: number, text: string): void {
  area.setRangeText(text, start, end, 'preserve')
  area.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** The writer may have gone on typing. Returns whether the piece was still there. */
export function replaceText(area: HTMLTextAreaElement, piece: string, text: string): boolean {
  const start = area.value.indexOf(piece)
  if (start === -1) return false
  const end = start + piece.length
  const shift = (at: number) => (at >= end ? at + text.length - piece.length : Math.min(at, start))
  const select: [number, number] = [shift(area.selectionStart), shift(area.selectionEnd)]
  editFromElsewhere(area, { start, end, insert: text, select })
  return true
}

function editFromElsewhere(area: HTMLTextAreaElement, edit: TextEdit): void {
  const focused = document.activeElement
  const isElsewhere = focused instanceof HTMLElement && focused !== area
  // A hidden textarea cannot be focused, and taking the focus from another field would misdirect what is typed.
  const isOutOfReach = !area.checkVisibility() || (isElsewhere && focused.matches('input, textarea, select'))
  if (isOutOfReach) {
    replaceSilently(area, edit.start, edit.end, edit.insert)
    return
  }
  applyEdit(area, edit)
  if (isElsewhere) {
    area.blur()
    focused.focus({ preventScroll: true })
  }
}

export function insertMention(area: HTMLTextAreaElement, handle: string): void {
  const mention = `@${handle}`
  const { value } = area
  const isThere = value
    .toLowerCase()
    .split(/[^\w@-]+/)
    .includes(mention)
  if (area.readOnly || isThere) return
  const at = document.activeElement === area ? area.selectionEnd : value.length
  const space = /\S$/.test(value.slice(0, at)) ? ' ' : ''
  const insert = `${space}${mention} `
  const end = at + insert.length
  editFromElsewhere(area, { start: at, end: at, insert, select: [end, end] })
}
