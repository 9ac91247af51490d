import type { TextEdit } from './text-edit.ts'

const STALE = /!\[Uploading [^\]\n]*…\]\(\)\n?/g

/** The placeholder in the text until the picture is uploaded; unique within the text. */
export function placeholderFor(fileName: string, text: string): string {
  const name = plainName(fileName)
  for (let count = 1; ; count += 1) {
    const placeholder = `![Uploading ${name}${count > 1 ? ` ${count}` : ''}…]()`
    if (!text.includes(placeholder)) return placeholder
  }
}

/** A text without the placeholders of uploads that ended with an earlier visit. */
export const withoutPlaceholders = (text: string): string => text.replace(STALE, '')

/** The alternative text of a picture, derived from its file name. */
export function altOf(fileName: string): string {
  const name = plainName(fileName).replace(/\.\w+$/, '')
  // The name that browsers give to a picture from the clipboard.
  return name === '' || name === 'image' ? 'Picture' : name
}

/** A name without characters that have a meaning in Markdown. */
const plainName = (fileName: string) => fileName.replace(/[[\]()\\`*_<>!\s]+/g, ' ').trim()

type Area = { value: string; selectionStart: number; selectionEnd: number }

/** A picture is put on its own line. */
export function withPlaceholder({ value, selectionEnd: at }: Area, placeholder: string): TextEdit {
  const lead = at > 0 && value.charAt(at - 1) !== '\n' ? '\n' : ''
  const insert = `${lead}${placeholder}\n`
  return { start: at, end: at, insert, select: [at + insert.length, at + insert.length] }
}
