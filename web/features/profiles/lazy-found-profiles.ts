import type { findFoundProfile } from './profile-api.ts'

/** Set when the queries load: without them, nobody has searched. */
export const lazyFoundProfiles: { find?: typeof findFoundProfile } = {}
