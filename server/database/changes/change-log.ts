/** For listeners that must not miss anything; caches use freshness.ts. */
export type ChangeLog = {
  /** Without a position, returns only the current one. */
  readSince(position: string | undefined): Promise<ChangeSpan>
  readNewest(): Promise<NewestChanges>
}

/** The topics are always in the same order. */
type ChangeSpan = {
  to: string
  /** Undefined if they are unknown: some have been deleted, there are too many, or there was no start. */
  topics: string[] | undefined
}

export type NewestChanges = {
  topics: string[]
  /** Undefined if some may be missing here, or if the texts, perhaps of a client, are no positions. */
  between(from: string, to: string): string[] | undefined
}

export const MAX_TOPICS_IN_SPAN = 10_000

/** Some milliseconds of work. */
export const NEWEST_ROWS = 5_000

/** The kind of a topic is the part before the colon. */
export function isOfKind(kinds: readonly string[]): string {
  return `(topic = 'all' or ${kinds.map((kind) => `topic like '${kind}:%'`).join(' or ')})`
}
