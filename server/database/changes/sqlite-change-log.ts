import type { SqliteDatabase } from 'kysely'
import { type ChangeLog, isOfKind, MAX_TOPICS_IN_SPAN, NEWEST_ROWS } from './change-log.ts'

// In one select, SQLite would go through all rows.
const BOUNDS = `select (select min(position) from changes) as first, (select max(position) from changes) as last`

type Row = { position: number; topic: string }

/** Row numbers have no gaps and grow in the order of commits, so a position is a row number. */
export function sqliteChangeLog(reads: SqliteDatabase, kinds: readonly string[]): ChangeLog {
  const after = `select position, topic from changes where position > ? and position <= ? and ${isOfKind(kinds)}
    order by position limit ${MAX_TOPICS_IN_SPAN + 1}`

  const readBounds = () => {
    const [bounds] = reads.prepare(BOUNDS).all([]) as { first: number | null; last: number | null }[]
    return { start: (bounds?.first ?? 1) - 1, end: bounds?.last ?? 0 }
  }
  const readRows = (from: number, to: number) => reads.prepare(after).all([from, to]) as Row[]

  return {
    async readSince(position) {
      const { start, end } = readBounds()
      const from = Number(position)
      const isKnown = position !== undefined && from >= start && from <= end
      const rows = isKnown ? readRows(from, end) : []
      const isComplete = isKnown && rows.length <= MAX_TOPICS_IN_SPAN
      return { to: String(end), topics: isComplete ? rows.map(({ topic }) => topic) : undefined }
    },

    async readNewest() {
      const { start, end } = readBounds()
      const first = Math.max(start, end - NEWEST_ROWS)
      const rows = readRows(first, end)
      return {
        topics: rows.map(({ topic }) => topic),
        between(from, to) {
          if (!isPosition(from) || !isPosition(to)) return undefined
          const [low, high] = [Number(from), Number(to)]
          if (low < first || low > high || high > end) return undefined
          return rows.filter(({ position }) => position > low && position <= high).map(({ topic }) => topic)
        },
      }
    },
  }
}

function isPosition(text: string): boolean {
  return /^\d{1,15}$/.test(text)
}
