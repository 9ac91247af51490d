import { Type } from 'typebox'
import type { Call } from './call.ts'
import { PostCounts, PostCountsQuery } from './counts.ts'
import { form } from './form.ts'
import { filterText } from './queries.ts'
import { SearchPage, SearchResult, SkillCount } from './search.ts'

export const searchCalls = {
  'GET /api/search': {
    id: 'search',
    summary: 'Search posts or people',
    description:
      'A page of the posts and comments, or of the profiles, that have all words of the query, newest first. Words ' +
      'of two letters or more also find longer words that begin with them. With `sort=best` the newest 2,000 are ' +
      'ranked by how well they match and how many people like them.',
    access: 'reader',
    ...SearchPage,
    answer: SearchResult,
  },
  'GET /api/search/counts': {
    id: 'countPosts',
    summary: 'Counts for the filters of a search',
    description:
      'How many posts and comments a search finds, and how many it would find with each choice of its filters.',
    access: 'reader',
    query: PostCountsQuery,
    answer: PostCounts,
  },
  'GET /api/skills': {
    id: 'listSkills',
    summary: 'The most common skills',
    description: 'The skills that most developers have, or those that begin with a text.',
    access: 'anyone',
    query: form({ prefix: filterText('Prefix', 'Only skills that begin with this text') }),
    answer: Type.Array(SkillCount),
  },
} as const satisfies Record<string, Call>
