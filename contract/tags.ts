import { type Static, Type } from 'typebox'
import { PersonSummary } from './accounts.ts'
import type { Call } from './call.ts'
import { form } from './fields/form.ts'
import { filterTag } from './fields/queries.ts'
import { PEOPLE_OF_TAG, TAGS_LISTED } from './limits.ts'

const TagsQuery = form({ prefix: filterTag('What the tags begin with; all tags if it is empty') })

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

export const tagCalls = {
  'GET /api/tags': {
    id: 'listTags',
    summary: 'Tags',
    description: `The ${TAGS_LISTED} tags with the most posts, or of those that begin with a text.`,
    access: 'reader',
    cost: 'completion',
    query: TagsQuery,
    response: Type.Array(TagCount),
  },
  'GET /api/tags/:tag': {
    id: 'getTag',
    summary: 'A tag',
    description:
      'How many posts have a tag, and who asks and answers questions with it. Nobody has to have used it yet. The ' +
      'posts themselves are listed by `GET /api/posts?tag=`.',
    access: 'reader',
    params: { tag: Type.String({ description: 'The tag, with or without #, in any case' }) },
    response: Tag,
  },
} as const satisfies Record<string, Call>
