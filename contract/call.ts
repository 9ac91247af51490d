import { type TSchema, Type } from 'typebox'
import type { Access } from './access.ts'
import type { Form } from './fields/form.ts'

/** One API endpoint, as both the server and the page know it. */
export type Call = {
  /** The `operationId` in the API document, which names the function in generated clients. */
  id: string
  summary: string
  description: string
  access: Access
  /** The response does not depend on which member asks, so it can be cached for all of them. */
  sameForAll?: true
  /** The schemas of the path parameters. */
  params?: Record<string, TSchema>
  /** The response is one page of a list, chosen by `limit` and `cursor`. */
  paged?: true
  query?: Form
  body?: Form
  /** The body is a file of one of these types and at most `max` bytes, instead of a form. */
  bytes?: { types: readonly string[]; max: number }
  response: TSchema
  /** The response is a stream of server-sent events, whose data `response` describes. */
  stream?: true
  /** Error statuses of this call, in addition to those that every call can return. */
  failures?: readonly (400 | 403 | 404 | 409 | 502 | 503)[]
}

/** The schema of an id in a path. */
export const idOf = (what: string) => Type.String({ format: 'uuid', description: `The id of ${what}` })

export const Done = Type.Object({ msg: Type.String() }, { description: 'A confirmation message' })
