/** The topics that were committed after one position and up to another, always in the same order. */
type ChangeSpan = {
  to: string
  /** Undefined if they are unknown: some have been deleted, there are too many, or there was no start. */
  topics: string[] | undefined
}

/** Reads the table of changes span by span, for listeners that must not miss anything. See change-watch.ts for caches. */
export type ChangeLog = {
  /** Whether a text that came from a client has the form of a position. */
  isPosition(text: string): boolean
  /** Reads up to the given position, or up to now. Without a start it only tells the current position. */
  read(from: string | undefined, to?: string): Promise<ChangeSpan>
}

/** More topics than this in one span count as unknown. */
export const MAX_TOPICS_IN_SPAN = 10_000

/** A span over more rows is not read, because anyone may send us its start. */
export const MAX_ROWS_SCANNED = 50_000

/** Whether the topic is `all`, or one of these kinds (the part before the colon), in SQL. */
export function isOfKind(kinds: readonly string[]): string {
  return `(topic = 'all' or ${kinds.map((kind) => `topic like '${kind}:%'`).join(' or ')})`
}
