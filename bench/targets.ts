import type { Engine } from '../server/database/database.ts'
import type { Write } from './engine-rate.ts'
import type { SetupName } from './setups.ts'

/** Ratios to the rate of plain node:http. */
export const READ_TARGETS: Record<SetupName, Record<Engine, number>> = {
  direct: { sqlite: 0.4, postgres: 0.35 },
  nginx: { sqlite: 0.5, postgres: 0.5 },
}

export const MIXED_TARGETS: Record<Engine, number> = { sqlite: 0.4, postgres: 0.35 }

/** Ratios to the rate of the engine alone. */
export const WRITE_TARGETS: Record<Write, Record<Engine, number>> = {
  like: { sqlite: 0.4, postgres: 0.3 },
  comment: { sqlite: 0.3, postgres: 0.2 },
  post: { sqlite: 0.3, postgres: 0.3 },
  'post in Markdown': { sqlite: 0.29, postgres: 0.28 },
}

export const PAGE_TARGET = 0.8
export const MAX_TIMES_AS_LONG = 2
export const MAX_START_MILLISECONDS = 600
export const MAX_MEGABYTES = 170
/** For 5,000 idle streams. */
export const MAX_STREAM_MEGABYTES = 100
export const MAX_ARRIVAL_MILLISECONDS = 1_000

/** For one member's export, however often and slowly it is downloaded. */
export const MAX_EXPORT_MEGABYTES = 30
/** The delay of other requests during an export. */
export const MAX_DELAY_MILLISECONDS = 150

/** The p99 of one address while another sends expensive requests as fast as it can. */
export const MAX_NEIGHBOR_MILLISECONDS = { read: 300, post: 1_000 }

/** A page's processor time with a million posts, relative to a thousand. */
export const MAX_GROWTH = 1.3
/** At ten searches per second during other load. */
export const MAX_SEARCH_MILLISECONDS: Record<Engine, { p50: number; p99: number }> = {
  sqlite: { p50: 10, p99: 70 },
  postgres: { p50: 30, p99: 250 },
}
/** From the first letter typed to a visible result. */
export const MAX_TYPING_MILLISECONDS = 300
/** Relative to the rate without an index. */
export const MIN_INDEXED_WRITES = 0.9
