import { Type } from 'typebox'
import { MAX_LENGTH, MAX_PAGE_SIZE, PAGE_SIZE } from '../limits.ts'
import { textFault } from './fields.ts'
import { type Field, form } from './form.ts'

function pageLimit(): Field<number> {
  return {
    schema: Type.Integer({
      minimum: 1,
      maximum: MAX_PAGE_SIZE,
      default: PAGE_SIZE,
      description: 'The maximum number of items; a page may have fewer',
    }),
    required: false,
    read(input) {
      if (input === undefined || input === '') return { value: PAGE_SIZE }
      const number = typeof input === 'string' && /^\d+$/.test(input) ? Number(input) : 0
      if (number === 0) return { msg: `Limit must be a number from 1 to ${MAX_PAGE_SIZE}` }
      return { value: Math.min(number, MAX_PAGE_SIZE) }
    },
  }
}

const CURSOR = /^[\w-]{22}$/

function pageCursor(): Field<string | null> {
  return {
    schema: Type.String({
      pattern: CURSOR.source,
      description: 'Where the page starts, taken from the Link header of the previous page',
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

export function idList(label: string, max: number, description: string): Field<string[]> {
  return {
    schema: Type.Array(Type.String({ format: 'uuid' }), { maxItems: max, description }),
    required: false,
    read(input) {
      const value = String(input ?? '')
        .split(',')
        .filter(Boolean)
      return value.length > max ? { msg: `${label} must be at most ${max}` } : { value }
    },
  }
}

export function filterId(description: string): Field<string | null> {
  return {
    schema: Type.String({ format: 'uuid', description }),
    required: false,
    read: (input) => ({ value: input === undefined || input === '' ? null : String(input) }),
  }
}

export function filterText(label: string, description: string): Field<string | null> {
  return {
    schema: Type.String({ maxLength: MAX_LENGTH.search, description }),
    required: false,
    read(input) {
      const value = String(input ?? '').trim()
      const msg = textFault(label, value, MAX_LENGTH.search)
      return msg ? { msg } : { value: value || null }
    },
  }
}

export function tagText(text: string): string {
  return text.trim().replace(/^#/, '').normalize('NFC').toLowerCase()
}

export function filterTag(description: string): Field<string | null> {
  const text = filterText('Tag', description)
  return {
    ...text,
    read(input) {
      const result = text.read(input)
      return 'msg' in result || result.value === null ? result : { value: tagText(result.value) || null }
    },
  }
}

export function filterChoice<const Option extends string>(
  label: string,
  options: readonly Option[],
  description: string,
): Field<Option | null> {
  return {
    schema: Type.Unsafe<Option>({ type: 'string', enum: [...options], description }),
    required: false,
    read(input) {
      if (input === undefined || input === '') return { value: null }
      const value = options.find((option) => option === input)
      return value === undefined ? { msg: `${label} must be one of ${options.join(', ')}` } : { value }
    },
  }
}

export function filterFlag(description: string): Field<boolean> {
  return {
    schema: Type.Boolean({ default: false, description }),
    required: false,
    read: (input) => ({ value: input === 'true' }),
  }
}

const page = { limit: pageLimit(), cursor: pageCursor() }

export const paged = { paged: true, query: form(page) } as const

export function pagedBy<Filters extends Record<string, Field>>(filters: Filters) {
  return { paged: true, query: form({ ...page, ...filters }) } as const
}
