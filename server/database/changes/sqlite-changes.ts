import type { SqliteDatabase } from 'kysely'
import { type ChangeLog, isOfKind, MAX_CHANGES_READ, NEWEST_ROWS } from './changes.ts'

// A single select with min and max would scan all rows.
const BOUNDS = `select (select min(position) from changes) as first, (select max(position) from changes) as last`

type Change = { position: number; topic: string }

/** Row numbers have no gaps and follow the order of commits, so they are the positions. */
export function sqliteChanges(reads: SqliteDatabase): ChangeLog {
  const readBounds = () => {
    const [bounds] = reads.prepare(BOUNDS).all([]) as { first: number | null; last: number | null }[]
    return { start: (bounds?.first ?? 1) - 1, end: bounds?.last ?? 0 }
  }

  const readBetween = (from: number, to: number, kinds?: readonly string[]) => {
    const isWanted = kinds ? `and ${isOfKind(kinds)}` : ''
    return reads
      .prepare(
        `select position, topic from changes where position > ? and position <= ? ${isWanted}
          order by position limit ${MAX_CHANGES_READ + 1}`,
      )
      .all([from, to]) as Change[]
  }

  return {
    immediate: true,

    since(position, kinds) {
      const { start, end } = readBounds()
      const from = Number(position)
      if (from === end) return { position: String(end), topics: [] }
      const isKnown = position !== undefined && from >= start && from < end
      const changes = isKnown ? readBetween(from, end, kinds) : []
      const isComplete = isKnown && changes.length <= MAX_CHANGES_READ
      return { position: String(end), topics: isComplete ? changes.map(({ topic }) => topic) : undefined }
    },

    async readNewest(kinds) {
      const { start, end } = readBounds()
      const first = Math.max(start, end - NEWEST_ROWS)
      const changes = readBetween(first, end, kinds)
      return {
        topics: changes.map(({ topic }) => topic),
        between(from, to) {
          if (!isPosition(from) || !isPosition(to)) return undefined
          const low = Number(from)
          const high = Number(to)
          if (low < first || low > high || high > end) return undefined
          return changes.flatMap(({ position, topic }) => (position > low && position <= high ? topic : []))
        },
      }
    },
  }
}

function isPosition(text: string): boolean {
  return /^\d{1,15}$/.test(text)
}
