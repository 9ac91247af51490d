import { unavailable } from '../../platform/http/refusals.ts'

/** In milliseconds, for a search, and on PostgreSQL for one partition. Tests on a busy machine allow more. */
export const TIMEOUTS = { search: 1_000, partition: 300 }

export const tookTooLong = () => unavailable('Search took too long')
