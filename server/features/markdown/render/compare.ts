import { diffLines, diffWordsWithSpace } from 'diff'

const MAX_CHANGED_WORDS = 600
const MAX_CHANGED_LINES = 400
const MAX_PIECES = 1_000

type Piece = { value: string; added: boolean; removed: boolean }

export function differenceBetween(before: string, after: string): string | null {
  return (
    encode(diffWordsWithSpace(before, after, { maxEditLength: MAX_CHANGED_WORDS })) ??
    encode(diffLines(before, after, { maxEditLength: MAX_CHANGED_LINES })) ??
    null
  )
}

function encode(pieces: Piece[] | undefined): string | undefined {
  if (!pieces || pieces.length > MAX_PIECES) return undefined
  return pieces
    .map(({ value, added, removed }) => `${added ? '+' : removed ? '-' : '='}${value.length}`)
    .join('')
}
