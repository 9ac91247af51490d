import { type ChangeLog, isOfKind, MAX_ROWS_SCANNED, MAX_TOPICS_IN_SPAN } from './change-log.ts'
import type { StatementCache } from './sqlite-statements.ts'

// In one select, SQLite would go through all rows.
const BOUNDS = `select (select min(position) from changes) as first, (select max(position) from changes) as last`

/** Row numbers have no gaps and grow in the order of commits, so a position is a row number. */
export function sqliteChangeLog(reads: StatementCache, kinds: readonly string[]): ChangeLog {
  const topicsBetween = `select topic from changes where position > ? and position <= ? and ${isOfKind(kinds)}
    order by position limit ${MAX_TOPICS_IN_SPAN + 1}`

  return {
    isPosition: (text) => /^\d{1,15}$/.test(text),
    async read(from, to) {
      const { first, last } = reads.get(BOUNDS).get() as { first: number | null; last: number | null }
      const end = Math.min(Number(to ?? last ?? 0), last ?? 0)
      const start = Number(from)
      const isKnown = from !== undefined && start <= end && start + 1 >= (first ?? 1)
      if (start === end) return { to: String(end), topics: [] }
      if (!isKnown || end - start > MAX_ROWS_SCANNED) return { to: String(end), topics: undefined }
      const topics = reads
        .get(topicsBetween)
        .all(start, end)
        .map(({ topic }) => String(topic))
      return { to: String(end), topics: topics.length > MAX_TOPICS_IN_SPAN ? undefined : topics }
    },
  }
}
