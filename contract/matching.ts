import { type Static, Type } from 'typebox'
import { PersonSummary } from './people.ts'

/** Someone who could answer a question. */
export const Helper = Type.Object({
  ...PersonSummary.properties,
  skills: Type.Array(Type.String(), {
    minItems: 1,
    description: 'Their skills that match the tags of the question',
  }),
  answers: Type.Integer({
    minimum: 0,
    description:
      'How many of the newest questions they have answered, of all and of those with the same tags',
  }),
})
export type Helper = Static<typeof Helper>
