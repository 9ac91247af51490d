import { type Static, Type } from 'typebox'
import { Avatar, Badge, Id } from './accounts.ts'
import { Handle } from './handles.ts'

/** What is shown of a person wherever they are named. */
export const PersonSummary = Type.Object({ _id: Id, name: Type.String(), handle: Handle, avatar: Avatar })
export type PersonSummary = Static<typeof PersonSummary>

/** The public view of anyone with an account, whether or not they have a profile. */
export const Person = Type.Object({
  _id: Id,
  name: Type.String(),
  handle: Handle,
  avatar: Avatar,
  badge: Badge,
  date: Type.String({ format: 'date-time', description: 'When the person registered' }),
  hasProfile: Type.Boolean({ description: 'Whether the person has set up a profile' }),
  postCount: Type.Integer({ minimum: 0, description: 'How many posts the person has written' }),
})
export type Person = Static<typeof Person>
