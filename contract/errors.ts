import { type Static, Type } from 'typebox'

export const FieldError = Type.Object({
  msg: Type.String({ description: 'What is wrong, for people' }),
  field: Type.Optional(
    Type.String({ description: 'The field of the form that is at fault, where it is one' }),
  ),
})
export type FieldError = Static<typeof FieldError>

/** The body of every failure. */
export const Failure = Type.Object(
  { errors: Type.Array(FieldError, { minItems: 1 }) },
  { description: 'The body of every failure: all that is wrong, in the order of the form' },
)
export type Failure = Static<typeof Failure>
