import { tagText } from '../../../contract/fields/queries.ts'
import { MAX_TAG_LENGTH } from '../../../contract/limits.ts'

export const MAX_TAGS = 10

/** A full stop or hyphen at the end belongs to the sentence. */
export const TAG_CHARACTERS = String.raw`[\p{L}\p{M}\p{N}.+-]*[\p{L}\p{M}\p{N}+]`

const EXACT = new RegExp(`^${TAG_CHARACTERS}$`, 'u')
const LETTER = /\p{L}/u

export function asTag(text: string): string | undefined {
  const name = text.normalize('NFC').toLowerCase()
  return EXACT.test(name) && LETTER.test(name) && name.length <= MAX_TAG_LENGTH ? name : undefined
}

export function tagsOfSkill(skill: string): string[] {
  const text = tagText(skill)
  return [...new Set([text.replace(/\s+/g, '-'), text.replace(/\s+/g, '')])]
}
