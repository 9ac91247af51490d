import type { Socket } from 'node:net'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/database.ts'
import type { Member } from '../../platform/http/caller.ts'
import type { Serve } from '../../platform/http/handler.ts'
import { badToken } from '../../platform/http/refusals.ts'
import { addressGroup } from '../../platform/traffic/addresses.ts'
import { EventHub } from './event-hub.ts'
import { EventStream } from './event-stream.ts'

/**
 * Returns a function that ends all streams. They cut slow readers themselves, so their sockets are passed to
 * `exemptFromCutting`.
 */
export function eventRoutes(
  serve: Serve,
  context: Context,
  exemptFromCutting: (socket: Socket) => void,
): () => void {
  const { db, gauges, settings } = context
  const hub = new EventHub(context)
  gauges.push({ name: 'event_streams', help: 'Open streams of events', read: () => hub.count })

  serve('GET /api/events', async ({ request, member }) => {
    const address = settings.rateLimit ? addressGroup(request.ip) : undefined
    hub.reserve({ userId: member.id, address })
    const stream = new EventStream(member, { topics: request.caller?.topics ?? [], address }, hub.leave)
    try {
      await hub.join(stream, String(request.headers['last-event-id'] ?? ''))
      await requireSession(db.kysely, member)
    } catch (error) {
      hub.leave(stream)
      throw error
    }
    exemptFromCutting(request.raw.socket)
    return stream
  })

  return () => hub.close()
}

/** The hub ends streams whose session ends from now on; this one may have ended since the request was admitted. */
async function requireSession(db: Queryable, { sessionId }: Member): Promise<void> {
  const session = await db.selectFrom('sessions').select('id').where('id', '=', sessionId).executeTakeFirst()
  if (!session) throw badToken()
}
