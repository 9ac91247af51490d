import { editFromElsewhere } from '../apply-edit.ts'

/** At the caret or at the end, unless the person is mentioned already. */
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
