import { diffLines, diffWordsWithSpace } from 'diff'

// Milliseconds; the time grows with the square of what differs.
const WORDS_TIMEOUT = 60
const LINES_TIMEOUT = 30
/** More pieces help nobody, and make a history heavy. */
const MAX_PIECES = 1_000

type Piece = { value: string; added: boolean; removed: boolean }

/** Null if it takes too long. */
export function differenceBetween(before: string, after: string): string | null {
  return (
    encode(diffWordsWithSpace(before, after, { timeout: WORDS_TIMEOUT })) ??
    encode(diffLines(before, after, { timeout: LINES_TIMEOUT })) ??
    null
  )
}

function encode(pieces: Piece[] | undefined): string | undefined {
  if (!pieces || pieces.length > MAX_PIECES) return undefined
  return pieces
    .map(({ value, added, removed }) => `${added ? '+' : removed ? '-' : '='}${value.length}`)
    .join('')
}
