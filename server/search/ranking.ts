/**
 * Where an entry is among the best, in the form of an id: its score and the first twelve bytes of its id. These are in the
 * order of the ranking, so the next page begins after it even if the entry was deleted meanwhile.
 */
export function positionOf(score: number, id: string): string {
  const bytes = Buffer.alloc(16)
  // Floats that are not negative are in the order of their bytes.
  bytes.writeFloatBE(score)
  bytes.write(id.replaceAll('-', ''), 4, 'hex')
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** A page of entries in the order of their positions. */
export function entriesAfter<Entry extends { position: string }>(
  ranked: Entry[],
  { before, limit }: { before: string | undefined; limit: number },
): Entry[] {
  const start = before === undefined ? 0 : ranked.findIndex(({ position }) => position < before)
  return start === -1 ? [] : ranked.slice(start, start + limit)
}
