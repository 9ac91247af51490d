import type { Role } from '../../../contract/access.ts'

export type Member = {
  id: string
  sessionId: string
  role: Role
  /** When one of them changes, the session may have ended, or the role is another. */
  topics: readonly string[]
  hasExpired(): boolean
}

export type Visitor = { role: 'visitor'; mayRead: boolean; mayReadProfiles: boolean }

export type Caller = Member | Visitor

/** Passed in, because this layer must not import accounts. */
export type Identify = {
  /** Refuses an unknown token. */
  findMember(token: string): Promise<Member>
  findVisitor(): Promise<Visitor>
  /** Undefined if a query is needed. */
  cachedMember(token: string): Member | undefined
  cachedVisitor(): Visitor | undefined
}
