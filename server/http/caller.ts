import type { IncomingMessage } from 'node:http'
import type { Entry } from '../answers/cache.ts'
import type { Caller } from '../answers/lane.ts'
import type { Awaitable } from '../awaitable.ts'

/** Who makes a call, and by which session. */
export type Member = Caller & { id: string; sessionId: string }

/** Identifies the caller of a request, or throws. Passed in by the accounts. */
export type Identify = (request: IncomingMessage) => Awaitable<Entry<Member>>
