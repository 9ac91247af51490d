import { type Static, Type } from 'typebox'
import { PersonSummary } from './accounts.ts'
import { type Call, idOf } from './call.ts'
import { form } from './fields/form.ts'
import { filterChoice, filterText, pagedBy } from './fields/queries.ts'
import {
  PostCounts,
  PostCountsQuery,
  peopleFilters,
  postFilters,
  SkillCount,
  searchText,
} from './fields/search-filters.ts'
import {
  ANSWERED_TAGS_LISTED,
  ANSWERERS_LISTED,
  MAX_LENGTH,
  QUESTIONS_WAITING,
  SUGGESTED_ANSWERERS_LISTED,
} from './limits.ts'
import { Comment, Post } from './posts.ts'
import { Profile } from './profiles.ts'

const SEARCHED = ['posts', 'people'] as const
const SORTS = ['newest', 'best'] as const

export const Hit = Type.Object({
  post: Post,
  comment: Type.Union([Comment, Type.Null()], {
    description: 'The comment that was found; null if it is the post',
  }),
  excerpt: Type.String({
    description: 'The part of the text that was found, as safe HTML with `<mark>` and `<code>`',
  }),
})
export type Hit = Static<typeof Hit>

export const SearchPage = pagedBy({
  q: searchText(),
  in: filterChoice('In', SEARCHED, 'What to search; posts if it is missing'),
  sort: filterChoice('Sort', SORTS, 'The order of posts; newest if it is missing'),
  ...postFilters,
  ...peopleFilters,
})

export const SearchResult = Type.Union([Type.Array(Hit), Type.Array(Profile)])

export const SuggestedAnswerer = Type.Object({
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
export type SuggestedAnswerer = Static<typeof SuggestedAnswerer>

export const AnswerCount = Type.Object({
  tag: Type.String({ description: 'In lower case, without #' }),
  count: Type.Integer({ minimum: 1, description: 'How many of the newest questions with it they answered' }),
})
export type AnswerCount = Static<typeof AnswerCount>

export const Answerer = Type.Object({ profile: Profile, answers: AnswerCount })
export type Answerer = Static<typeof Answerer>

export const searchCalls = {
  'GET /api/search': {
    id: 'search',
    summary: 'Search posts or people',
    description:
      'A page of the posts and comments, or of the profiles, that have all words of the query, newest first. Words ' +
      'of two letters or more also find longer words that begin with them. With `sort=best` the newest 2,000 are ' +
      'ranked by how well they match and how many people like them.',
    access: 'reader',
    cost: 'search',
    ...SearchPage,
    response: SearchResult,
  },
  'GET /api/search/counts': {
    id: 'countPosts',
    summary: 'Counts for the filters of a search',
    description:
      'How many posts and comments a search finds, and how many it would find with each choice of its filters.',
    access: 'reader',
    cost: 'search',
    query: PostCountsQuery,
    response: PostCounts,
  },
  'GET /api/skills': {
    id: 'listSkills',
    summary: 'The most common skills',
    description: 'The skills that most developers have, or those that begin with a text.',
    access: 'profile-reader',
    cost: 'completion',
    query: form({ prefix: filterText('Prefix', 'Only skills that begin with this text') }),
    response: Type.Array(SkillCount),
  },
} as const satisfies Record<string, Call>

export const matchingCalls = {
  'GET /api/posts/:id/helpers': {
    id: 'listSuggestedAnswerers',
    summary: 'Who could answer a question',
    description:
      'People whose skills match the tags of an open question, and who have not answered it yet; those who answer ' +
      'questions most often come first. The list is empty for any other post.',
    access: 'member',
    params: { id: idOf('the question') },
    response: Type.Array(SuggestedAnswerer, { maxItems: SUGGESTED_ANSWERERS_LISTED }),
    failures: [404],
  },
  'GET /api/skills/:skill/answerers': {
    id: 'listAnswerers',
    summary: 'Who answers questions about a skill',
    description:
      'People with a skill who have answered questions with its tag, those with most answers first.',
    access: 'reader',
    params: { skill: Type.String({ maxLength: MAX_LENGTH.skill, description: 'The skill, in any case' }) },
    response: Type.Array(Answerer, { maxItems: ANSWERERS_LISTED }),
  },
  'GET /api/answers/:userId': {
    id: 'countAnswers',
    summary: 'What a person answers',
    description: 'The tags of the questions that a person has answered, those with most answers first.',
    access: 'reader',
    params: { userId: idOf('the person') },
    response: Type.Array(AnswerCount, { maxItems: ANSWERED_TAGS_LISTED }),
    failures: [404],
  },
  'GET /api/waiting-questions': {
    id: 'listWaitingQuestions',
    summary: 'Questions that wait for your skills',
    description:
      'The newest questions by others with no accepted answer, whose tags are among your skills, and which you have ' +
      'not answered yet. All of them are listed by `GET /api/posts?feed=for-me`.',
    access: 'member',
    response: Type.Array(Post, { maxItems: QUESTIONS_WAITING }),
  },
} as const satisfies Record<string, Call>
