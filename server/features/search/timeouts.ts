import { unavailable } from '../../platform/http/refusals.ts'

export const TIMEOUTS = { search: 1_000, partition: 300 }

export const tookTooLong = () => unavailable('Search took too long')
