import { type TSchema, Type } from 'typebox'
import type { Access } from './access.ts'
import type { Form } from './fields/form.ts'
import type { Cost } from './limits.ts'

export type Call = {
  /** Names the function in generated clients. */
  id: string
  summary: string
  description: string
  access: Access
  /** Has a limit of its own. A list without filters costs as little as others. */
  cost?: Cost
  /** Its response may take as long as that of another host. */
  waitsForHost?: true
  params?: Record<string, TSchema>
  paged?: true
  query?: Form
  body?: Form
  /** Of the body, if it may be larger than others. */
  maxBytes?: number
  /** A file of one of these types instead of a form; `max` is in bytes. */
  bytes?: { types: readonly string[]; max: number }
  response: TSchema
  /** The body of a 202, if it may take longer than the request. */
  accepted?: TSchema
  /** Streamed in this format. `response` describes the data of an event, or the file. */
  stream?: 'text/event-stream' | 'application/zip'
  /** In addition to those that every call can return. */
  failures?: readonly (400 | 403 | 404 | 409 | 502 | 503)[]
}

export const idOf = (noun: string) => Type.String({ format: 'uuid', description: `The id of ${noun}` })

export const Done = Type.Object({ msg: Type.String() }, { description: 'A confirmation message' })
