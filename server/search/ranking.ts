/** An entry of a search with what its rank depends on. */
type Ranked = { id: string; score: number }

/** The best first. Those with the same score stay in their order. */
export function byScore(a: Ranked, b: Ranked): number {
  return b.score - a.score
}

/** A score as a position stores it. */
export const roundScore = Math.fround

/**
 * Where an entry is among the best, in the form of an id: its score and the first twelve bytes of its id. These are in the
 * order of the ranking, so the next page begins after it even if the entry was deleted meanwhile.
 */
function positionOf({ score, id }: Ranked): string {
  const bytes = Buffer.alloc(16)
  // Floats that are not negative are in the order of their bytes.
  bytes.writeFloatBE(score)
  bytes.write(id.replaceAll('-', ''), 4, 'hex')
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** A page of ranked entries with their positions. */
export function entriesAfter<Entry extends Ranked>(
  ranked: Entry[],
  { before, limit }: { before: string | undefined; limit: number },
): (Entry & { position: string })[] {
  const start = before === undefined ? 0 : ranked.findIndex(isAfter(before))
  const entries = start === -1 ? [] : ranked.slice(start, start + limit)
  return entries.map((entry) => ({ ...entry, position: positionOf(entry) }))
}

/** There are thousands of entries, so positions are made only for those with the same score. */
function isAfter(position: string): (entry: Ranked) => boolean {
  const score = Buffer.from(position.slice(0, 8), 'hex').readFloatBE()
  return (entry) => entry.score < score || (entry.score === score && positionOf(entry) < position)
}
