import { type Static, Type } from 'typebox'

export const FieldError = Type.Object({ msg: Type.String(), field: Type.Optional(Type.String()) })
export type FieldError = Static<typeof FieldError>

/** The body of every failure. */
export const Failure = Type.Object({ errors: Type.Array(FieldError, { minItems: 1 }) })
export type Failure = Static<typeof Failure>
