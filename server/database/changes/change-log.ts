/** Reads the table of changes for listeners that must not miss anything. See change-watch.ts for caches. */
export type ChangeLog = {
  /** What was committed since a position, up to now. Without a position it only returns the current one. */
  readSince(position: string | undefined): Promise<ChangeSpan>
  /** Reads the newest changes once, for all who continue somewhere among them. */
  readNewest(): Promise<NewestChanges>
}

/** The topics that were committed after one position and up to another, always in the same order. */
type ChangeSpan = {
  to: string
  /** Undefined if they are unknown: some have been deleted, there are too many, or there was no start. */
  topics: string[] | undefined
}

export type NewestChanges = {
  topics: string[]
  /**
   * The topics between two positions; undefined if some of them may be missing here, or if the texts, which may come
   * from a client, are no positions.
   */
  between(from: string, to: string): string[] | undefined
}

/** More topics than this in one span count as unknown. */
export const MAX_TOPICS_IN_SPAN = 10_000

/** How many rows `readNewest` reads, of whatever kind: some milliseconds of work. */
export const NEWEST_ROWS = 5_000

/** Whether the topic is `all`, or one of these kinds (the part before the colon), in SQL. */
export function isOfKind(kinds: readonly string[]): string {
  return `(topic = 'all' or ${kinds.map((kind) => `topic like '${kind}:%'`).join(' or ')})`
}
