import { Type } from 'typebox'
import { type Field, form } from './fields.ts'
import { PAGE_SIZE, PAGE_SIZE_MOST } from './limits.ts'

// What a query gives of a name: nothing, a text, or a list of them where the name stands more than once.

function pageLimit(): Field<number> {
  return {
    schema: Type.Integer({
      minimum: 1,
      maximum: PAGE_SIZE_MOST,
      default: PAGE_SIZE,
      description: 'How many entries at most; a page may end earlier',
    }),
    required: false,
    read(input) {
      if (input === undefined || input === '') return { value: PAGE_SIZE }
      const number = typeof input === 'string' && /^\d+$/.test(input) ? Number(input) : 0
      if (number === 0) return { msg: `Limit must be a number from 1 to ${PAGE_SIZE_MOST}` }
      return { value: Math.min(number, PAGE_SIZE_MOST) }
    },
  }
}

const CURSOR = /^[\w-]{22}$/

function pageCursor(): Field<string | null> {
  return {
    schema: Type.String({
      pattern: CURSOR.source,
      description: 'Where the page begins: from the Link header of the page before',
    }),
    required: false,
    read(input) {
      if (input === undefined || input === '') return { value: null }
      return typeof input === 'string' && CURSOR.test(input)
        ? { value: input }
        : { msg: 'Cursor is not valid' }
    },
  }
}

/** Ids with commas between them. What is no id is not refused: it is just an id that does not exist. */
export function idList(label: string, most: number, description: string): Field<string[]> {
  return {
    schema: Type.Array(Type.String({ format: 'uuid' }), { maxItems: most, description }),
    required: false,
    read(input) {
      const value = String(input ?? '')
        .split(',')
        .filter(Boolean)
      return value.length > most ? { msg: `${label} must be at most ${most}` } : { value }
    },
  }
}

/** An id that narrows a list. What is no id is not refused: it is just an id that does not exist. */
export function filterId(description: string): Field<string | null> {
  return {
    schema: Type.String({ format: 'uuid', description }),
    required: false,
    read: (input) => ({ value: input === undefined || input === '' ? null : String(input) }),
  }
}

const page = { limit: pageLimit(), cursor: pageCursor() }

/** A list that grows, read page by page. */
export const paged = { paged: true, query: form(page) } as const

/** The same for a list that can be narrowed. */
export function pagedBy<Filters extends Record<string, Field>>(filters: Filters) {
  return { paged: true, query: form({ ...page, ...filters }) } as const
}
