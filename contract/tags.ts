import { type Static, Type } from 'typebox'
import { form } from './form.ts'
import { PEOPLE_OF_TAG } from './limits.ts'
import { PersonSummary } from './people.ts'
import { filterTag } from './queries.ts'

export const TagsQuery = form({ prefix: filterTag('What the tags begin with; all tags if it is empty') })

const tag = Type.String({ description: 'In lower case, without #' })
const count = Type.Integer({ minimum: 0, description: 'How many posts have it' })

export const TagCount = Type.Object({ tag, count })
export type TagCount = Static<typeof TagCount>

export const Tag = Type.Object({
  tag,
  count,
  askers: Type.Array(PersonSummary, {
    maxItems: PEOPLE_OF_TAG,
    description: 'Who has asked most of the newest questions with the tag',
  }),
  answerers: Type.Array(PersonSummary, {
    maxItems: PEOPLE_OF_TAG,
    description: 'Whose answers to them were accepted most often',
  }),
})
export type Tag = Static<typeof Tag>
