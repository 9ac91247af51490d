/** `topics` is undefined if unknown: without a position, or when some have been deleted or there are too many. */
export type Changes = { position: string; topics: string[] | undefined }

type ReadSince<Result> = (position: string | undefined, kinds?: readonly string[]) => Result

/** Topics of certain kinds are always in the same order. */
export type ChangeReader =
  | { immediate: true; since: ReadSince<Changes> }
  | { immediate: false; since: ReadSince<Promise<Changes>> }

/** For listeners that come back, whose position may be of another process. */
export type ChangeLog = ChangeReader & { readNewest(kinds: readonly string[]): Promise<NewestChanges> }

export type NewestChanges = {
  topics: string[]
  /** Undefined if some may be missing here, or if the texts, perhaps of a client, are no positions. */
  between(from: string, to: string): string[] | undefined
}

/** Beyond this, filling an empty cache is faster than applying the changes. */
export const MAX_CHANGES_READ = 10_000

/** Some milliseconds of work. */
export const NEWEST_ROWS = 5_000

/** The kind of a topic is the part before the colon. */
export function isOfKind(kinds: readonly string[]): string {
  return `(topic = 'all' or ${kinds.map((kind) => `topic like '${kind}:%'`).join(' or ')})`
}
