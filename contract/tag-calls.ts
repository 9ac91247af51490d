import { Type } from 'typebox'
import type { Call } from './call.ts'
import { TAGS_LISTED } from './limits.ts'
import { Tag, TagCount, TagsQuery } from './tags.ts'

export const tagCalls = {
  'GET /api/tags': {
    id: 'listTags',
    summary: 'Tags',
    description: `The ${TAGS_LISTED} tags with the most posts, or of those that begin with a text.`,
    access: 'reader',
    query: TagsQuery,
    answer: Type.Array(TagCount),
  },
  'GET /api/tags/:tag': {
    id: 'getTag',
    summary: 'A tag',
    description:
      'How many posts have a tag, and who asks and answers questions with it. Nobody has to have used it yet. The ' +
      'posts themselves are listed by `GET /api/posts?tag=`.',
    access: 'reader',
    sameForAll: true,
    params: { tag: Type.String({ description: 'The tag, with or without #, in any case' }) },
    answer: Tag,
  },
} as const satisfies Record<string, Call>
