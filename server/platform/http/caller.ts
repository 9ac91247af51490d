import type { Role } from '../../../contract/access.ts'
import type { Entry } from '../cache/cache.ts'

export type Member = {
  id: string
  sessionId: string
  role: Role
  /** Neither expired nor due for storing its last use. */
  isActive(): boolean
  hasExpired(): boolean
}

export type Visitor = { role: 'visitor'; mayRead: boolean }

export type Caller = Entry<Member> | Entry<Visitor>

/** Passed in, because this layer must not import accounts. */
export type Identify = {
  member(token: string | undefined): Promise<Entry<Member>>
  visitor(): Promise<Entry<Visitor>>
  cachedMember(token: string): Entry<Member> | undefined
  cachedVisitor(): Entry<Visitor> | undefined
}
