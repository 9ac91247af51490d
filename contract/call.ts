import { type TSchema, Type } from 'typebox'
import type { Access } from './access.ts'
import type { Form } from './fields.ts'

/** Everything both sides know about one call. */
export type Call = {
  /** Its name in the API document, and so that of a function in every client made from it. */
  id: string
  summary: string
  description: string
  access: Access
  /** The answer is the same whichever member asks. */
  sameForAll?: true
  /** What stands in the path. */
  params?: Record<string, TSchema>
  /** A list of which the query asks for a page. */
  paged?: true
  query?: Form
  body?: Form
  answer: TSchema
  /** The failures of this call beyond those that any call can have. */
  failures?: readonly (400 | 403 | 404 | 502 | 503)[]
}

/** The id of something, as it stands in a path. */
export const idOf = (what: string) => Type.String({ format: 'uuid', description: `The id of ${what}` })

export const Done = Type.Object({ msg: Type.String() }, { description: 'That it is done, in words' })
