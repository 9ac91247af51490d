import { type Static, Type } from 'typebox'
import { PersonSummary } from './people.ts'

export const Follows = Type.Object(
  { people: Type.Array(PersonSummary), tags: Type.Array(Type.String()) },
  { description: 'Whom and what the user follows, most recently followed first' },
)
export type Follows = Static<typeof Follows>
