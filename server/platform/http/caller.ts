import type { Role } from '../../../contract/access.ts'
import type { Entry } from '../cache/cache.ts'

/** Who makes a call, and by which session. */
export type Member = {
  id: string
  sessionId: string
  role: Role
  /** Neither expired nor due for storing its last use. */
  isActive(): boolean
  hasExpired(): boolean
}

/** Someone who is not signed in. */
export type Visitor = { role: 'visitor'; mayRead: boolean }

export type Caller = Entry<Member> | Entry<Visitor>

/** Identifies callers. Passed in, because this layer must not import accounts. */
export type Identify = {
  /** Throws if the token is missing or not valid. */
  member(token: string | undefined): Promise<Entry<Member>>
  visitor(): Promise<Entry<Visitor>>
  /** The same without a query, if the cache has the session or the visitor. */
  cachedMember(token: string): Entry<Member> | undefined
  cachedVisitor(): Entry<Visitor> | undefined
}
