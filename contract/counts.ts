import { type Static, Type } from 'typebox'
import { Id } from './accounts.ts'
import { form } from './form.ts'
import { CHOICES_COUNTED, MATCHES_COUNTED, STATUSES } from './limits.ts'
import { filterQuery, peopleFilters, postFilters, SkillCount, searchText } from './search.ts'
import { TagCount } from './tags.ts'

const count = Type.Integer({ minimum: 0 })
const matches = {
  count: Type.Integer({ minimum: 0, description: 'How many match all filters' }),
  exact: Type.Boolean({
    description: `false if more than ${MATCHES_COUNTED} match, of which the newest are counted; all counts are at least so many then`,
  }),
}

export const PeopleCountsQuery = form({
  q: filterQuery('Only people in whose profiles these words are'),
  ...peopleFilters,
})

export const StatusCount = Type.Object({
  status: Type.Unsafe<(typeof STATUSES)[number]>({ type: 'string', enum: [...STATUSES] }),
  count,
})

export const LocationCount = Type.Object({ location: Type.String(), count })

export const PeopleCounts = Type.Object({
  ...matches,
  skills: Type.Array(SkillCount, {
    maxItems: CHOICES_COUNTED,
    description: 'The most common skills of those who match',
  }),
  statuses: Type.Array(StatusCount, {
    description: 'How many would match with each status instead of the given one',
  }),
  locations: Type.Array(LocationCount, {
    maxItems: CHOICES_COUNTED,
    description:
      'The most common locations, and how many would match with each of them instead of the given one',
  }),
})
export type PeopleCounts = Static<typeof PeopleCounts>

export const PostCountsQuery = form({ q: searchText(), ...postFilters })

export const AuthorCount = Type.Object({ _id: Id, name: Type.String(), count })
export type AuthorCount = Static<typeof AuthorCount>

export const PostCounts = Type.Object({
  ...matches,
  tags: Type.Array(TagCount, {
    maxItems: CHOICES_COUNTED,
    description: 'The most common tags, and how many would match with each of them instead of the given one',
  }),
  authors: Type.Array(AuthorCount, {
    maxItems: CHOICES_COUNTED + 1,
    description:
      'Who has written most of them, and how many would match with each of them instead of the given one, who is ' +
      'included if there is any match',
  }),
  questions: Type.Integer({ minimum: 0, description: 'How many would match with `question=true`' }),
  others: Type.Integer({ minimum: 0, description: 'How many would match with `question=false`' }),
  solved: Type.Integer({ minimum: 0, description: 'How many would match with `solved=true`' }),
  unsolved: Type.Integer({ minimum: 0, description: 'How many would match with `solved=false`' }),
})
export type PostCounts = Static<typeof PostCounts>
