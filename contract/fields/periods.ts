import { Type } from 'typebox'
import type { FieldError } from '../errors.ts'

// Not a union: the serializer would run a validator on every value.
export const OptionalText = Type.Unsafe<string | null>({ type: ['string', 'null'] })
export const CalendarDate = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date' })

export function endsAfterItBegins(value: {
  from: string | null
  to: string | null
  current?: boolean
}): FieldError | undefined {
  const backwards = !value.current && value.from && value.to && value.to < value.from
  return backwards ? { msg: 'To date must not be before from date', field: 'to' } : undefined
}
