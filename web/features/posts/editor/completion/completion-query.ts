import { isInCode } from './code-at.ts'

export type CompletionQuery = { kind: 'person' | 'tag'; typed: string; start: number; end: number }

const LONGEST = 50
const TYPED = /(?:^|[\s([{>"'*_~/,;:])([@#])([\p{L}\p{N}_.+-]*)$/u

export function completionQueryAt(text: string, caret: number): CompletionQuery | undefined {
  const before = text.slice(Math.max(text.lastIndexOf('\n', caret - 1) + 1, caret - LONGEST), caret)
  const [, sign, typed = ''] = TYPED.exec(before) ?? []
  if (!sign) return undefined
  // A # alone is more likely to start a heading.
  if (sign === '#' && typed === '') return undefined
  if (isInCode(text, caret)) return undefined
  return { kind: sign === '@' ? 'person' : 'tag', typed, start: caret - typed.length - 1, end: caret }
}
