import type { App } from '../../context.ts'
import { addressGroup } from '../../platform/http/client-address.ts'
import { badToken } from '../../platform/http/refusals.ts'
import { hasEnded } from '../accounts/sessions.ts'
import { EventHub } from './event-hub.ts'
import { EventStream } from './event-stream.ts'

export function addEvents({ serve, server, context }: App): void {
  const { db, gauges, settings } = context
  const hub = new EventHub(db)
  server.addHook('preClose', async () => hub.close())
  gauges.push({ name: 'event_streams', help: 'Open streams of events', read: () => hub.count })

  serve('GET /api/events', async ({ request, member }) => {
    const address = settings.rateLimit ? addressGroup(request.address) : undefined
    hub.reserve({ userId: member.id, address })
    const stream = new EventStream(member, hub.leave, address)
    try {
      await hub.join(stream, String(request.headers['last-event-id'] ?? ''))
      // The session may have ended before the hub watched it.
      if (await hasEnded(db.kysely, member)) throw badToken()
    } catch (error) {
      hub.leave(stream)
      throw error
    }
    return stream
  })
}
