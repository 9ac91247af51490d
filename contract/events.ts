import { type Static, Type } from 'typebox'
import { Id } from './accounts.ts'

/** What an event is about; its kind is the `event` field of the stream. */
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
