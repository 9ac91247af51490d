import { type Static, Type } from 'typebox'
import { Id } from './accounts.ts'
import type { Call } from './call.ts'

export const EventData = Type.Object(
  {
    post: Type.Optional(
      Type.String({ format: 'uuid', description: 'The post; in all kinds but `notification`' }),
    ),
    comment: Type.Optional(Type.String({ format: 'uuid', description: 'The comment; only in `comment`' })),
    user: Type.Optional({ ...Id, description: 'The current user; only in `notification`' }),
  },
  { description: 'The ids of an event of the stream' },
)
export type EventData = Static<typeof EventData>

export const eventCalls = {
  'GET /api/events': {
    id: 'listenToEvents',
    summary: 'What happens, as it happens',
    description: `A stream of server-sent events. Each has an \`id\`, a kind as its \`event\`, and ids as JSON in its
\`data\`. The kinds are \`post\` and \`comment\` (a new one, or one that was edited, accepted, deleted, hidden or shown
again: read it to see), \`like\` (the likes of a post have changed), \`notification\` (the notifications of the current
user have changed) and \`reset\` (events have been missed and are not known any more, so read again what you show).
Send the last \`id\` in \`Last-Event-ID\` to continue after it. Events are known for at least twenty minutes, and the
heartbeat brings a new \`id\` too. The stream ends with the session. A client that reads too slowly is disconnected.`,
    access: 'member',
    stream: 'text/event-stream',
    response: EventData,
  },
} as const satisfies Record<string, Call>
