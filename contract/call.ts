import { type TSchema, Type } from 'typebox'
import type { Access } from './access.ts'
import type { Form } from './fields/form.ts'
import type { Cost } from './limits.ts'

export type Call = {
  /** The function name in generated clients. */
  id: string
  summary: string
  description: string
  access: Access
  /** Counts toward a separate limit, except for a list without filters. */
  cost?: Cost
  /** The response depends on another host, which may be slow. */
  waitsForHost?: true
  params?: Record<string, TSchema>
  paged?: true
  query?: Form
  body?: Form
  maxBytes?: number
  /** A file of one of these types instead of a form. */
  bytes?: { types: readonly string[]; max: number }
  response: TSchema
  accepted?: TSchema
  /** `response` then describes the data of one event, or the file. */
  stream?: 'text/event-stream' | 'application/zip'
  /** In addition to those that every call can return. */
  failures?: readonly (400 | 403 | 404 | 409 | 502 | 503)[]
}

export const idOf = (noun: string) => Type.String({ format: 'uuid', description: `The id of ${noun}` })

export const Done = Type.Object({ msg: Type.String() }, { description: 'A confirmation message' })
