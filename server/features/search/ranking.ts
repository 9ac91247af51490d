// Positions in a search are sixteen bytes, as ids are: four of the score and twelve of the number in the index. Pages after
// one begin below it, even if what was there has been deleted in the meantime.

type Ranked = { number: number; score: number }

/** A score as a position stores it. */
export const roundScore = Math.fround

/** The best first, and of those with the same score the newest. */
export function byRank(a: Ranked, b: Ranked): number {
  return b.score - a.score || b.number - a.number
}

/** The newest are ranked by their number alone. */
export function positionOf({ number, score }: Ranked): string {
  const bytes = Buffer.alloc(16)
  bytes.writeFloatBE(score)
  bytes.writeBigInt64BE(BigInt(number), 8)
  return bytes.toString('hex')
}

export function parsePosition(position: string | undefined): Ranked | undefined {
  if (position === undefined) return undefined
  const bytes = Buffer.from(position.replaceAll('-', ''), 'hex')
  return { score: bytes.readFloatBE(), number: Number(bytes.readBigInt64BE(8)) }
}
