import { type Static, Type } from 'typebox'

export const FieldError = Type.Object({
  msg: Type.String({ description: 'A message for people' }),
  field: Type.Optional(
    Type.String({ description: 'The field that caused the error, if it was a single one' }),
  ),
  suspendedUntil: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description:
        'Only where the account is suspended, which `msg` gives the reason for: when that ends by itself, or null',
    }),
  ),
})
export type FieldError = Static<typeof FieldError>

export const Failure = Type.Object(
  { errors: Type.Array(FieldError, { minItems: 1 }) },
  { description: 'The body of every error response: all errors, in the order of the fields' },
)
export type Failure = Static<typeof Failure>
