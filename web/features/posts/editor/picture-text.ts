import type { TextEdit } from './text-edit.ts'

const STALE = /!\[Uploading [^\]\n]*…\]\(\)\n?/g

export function placeholderFor(fileName: string, text: string): string {
  const name = plainName(fileName)
  for (let count = 1; ; count += 1) {
    const placeholder = `![Uploading ${name}${count > 1 ? ` ${count}` : ''}…]()`
    if (!text.includes(placeholder)) return placeholder
  }
}

/** They belong to uploads that ended with an earlier visit. */
export const withoutPlaceholders = (text: string): string => text.replace(STALE, '')

export function altOf(fileName: string): string {
  const name = plainName(fileName).replace(/\.\w+$/, '')
  // Browsers give this name to a picture from the clipboard.
  return name === '' || name === 'image' ? 'Picture' : name
}

/** Without characters that have a meaning in Markdown. */
const plainName = (fileName: string) => fileName.replace(/[[\]()\\`*_<>!\s]+/g, ' ').trim()

type Area = { value: string; selectionStart: number; selectionEnd: number }

export function withPlaceholder({ value, selectionEnd: at }: Area, placeholder: string): TextEdit {
  const lead = at > 0 && value.charAt(at - 1) !== '\n' ? '\n' : ''
  const insert = `${lead}${placeholder}\n`
  return { start: at, end: at, insert, select: [at + insert.length, at + insert.length] }
}
