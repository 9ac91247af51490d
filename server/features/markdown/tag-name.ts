import { MAX_TAG_LENGTH } from '../../../contract/limits.ts'

/** A run of characters of which a tag is made. It ends with no full stop or hyphen: these belong to the sentence. */
export const TAG_CHARACTERS = String.raw`[\p{L}\p{M}\p{N}.+-]*[\p{L}\p{M}\p{N}+]`

const WHOLE = new RegExp(`^${TAG_CHARACTERS}$`, 'u')
const LETTER = /\p{L}/u

/** The form in which a tag is stored and compared; undefined if the text cannot be a tag. */
export function asTag(text: string): string | undefined {
  const name = text.normalize('NFC').toLowerCase()
  return WHOLE.test(name) && LETTER.test(name) && name.length <= MAX_TAG_LENGTH ? name : undefined
}
