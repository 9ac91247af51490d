import type { IncomingMessage } from 'node:http'
import type { Role } from '../../../contract/access.ts'
import type { Entry } from '../cache/cache.ts'
import { tokenIn } from '../traffic/tokens.ts'
import { Refusal } from './refusals.ts'

/** Who makes a call, and by which session. */
export type Member = {
  id: string
  sessionId: string
  role: Role
  isActive(): boolean
  hasExpired(): boolean
}

/** Someone who is not signed in. */
export type Visitor = { role: 'visitor'; mayRead: boolean; isActive(): boolean }

/** Identifies the caller of a request. Passed in, because this layer must not import accounts. */
export type Identify = {
  /** Throws if the token is missing or not valid. */
  member(request: IncomingMessage): Promise<Entry<Member>>
  /** The id of the member if the session is in the cache. */
  knownMember(request: IncomingMessage): string | undefined
  visitor(request: IncomingMessage): Promise<Entry<Visitor>>
}

type Reader = Entry<Member> | Entry<Visitor>

/** Identifies the caller of a call that visitors may make where the community reads in public. */
export function identifyReader(identify: Identify): (request: IncomingMessage) => Promise<Reader> {
  return async (request) => {
    const visitor = await identify.visitor(request)
    if (visitor.value.mayRead && tokenIn(request.headers) === undefined) return visitor
    try {
      return await identify.member(request)
    } catch (error) {
      // Someone whose token is not valid is a visitor like any other.
      if (visitor.value.mayRead && error instanceof Refusal && error.status === 401) return visitor
      throw error
    }
  }
}
