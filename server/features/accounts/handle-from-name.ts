import { randomInt } from 'node:crypto'
import { isHandle, isReserved } from '../../../contract/fields/handles.ts'
import { MAX_HANDLE_LENGTH, MIN_HANDLE_LENGTH } from '../../../contract/limits.ts'

const FALLBACK = 'dev'

/** Unicode does not decompose these into a base letter and an accent. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ə: 'e',
}

export function handleFromName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’ʼ`´]/gu, '')
    .replace(/[^\p{ASCII}]/gu, (letter) => LETTERS[letter] ?? ' ')
    .replace(/[^a-z\d_]+/g, '-')
    .replace(/^[^a-z]+/, '')
  const base = truncate(plain, MAX_HANDLE_LENGTH)
  if (base === '' || isReserved(base)) return FALLBACK
  return base.length < MIN_HANDLE_LENGTH ? `${base}-${FALLBACK}` : base
}

const IN_ORDER = 99
const DIGITS_AT_RANDOM = [3, 3, 4, 4, 5, 6, 7, 8, 9]

/** A fixed number, so that registration does not get slower with the users of one name. */
export function alternativesTo(handle: string): string[] {
  const numbers = [
    ...Array.from({ length: IN_ORDER - 1 }, (_, index) => index + 2),
    ...DIGITS_AT_RANDOM.map((digits) => randomInt(10 ** (digits - 1), 10 ** digits)),
  ]
  return numbers
    .map((number) => {
      const ending = `-${number}`
      return truncate(handle, MAX_HANDLE_LENGTH - ending.length) + ending
    })
    .filter(isHandle)
}

function truncate(text: string, longest: number): string {
  return text.slice(0, longest).replace(/-+$/, '')
}
