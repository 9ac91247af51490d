import { type Static, Type } from 'typebox'
import { Id } from '../accounts.ts'
import {
  CHOICES_COUNTED,
  MATCHES_COUNTED,
  MAX_LENGTH,
  MAX_SKILLS,
  type PEOPLE_FILTERS,
  STATUSES,
} from '../limits.ts'
import { TagCount } from '../tags.ts'
import { textFault } from './fields.ts'
import { type Field, type FormValue, form } from './form.ts'
import { filterChoice, filterId, filterTag, filterText } from './queries.ts'

export const SkillCount = Type.Object({
  skill: Type.String(),
  count: Type.Integer({ minimum: 1, description: 'How many developers have it' }),
})
export type SkillCount = Static<typeof SkillCount>

/** Accepts any text: no stored text contains what PostgreSQL cannot store. */
function readQuery(input: unknown): string {
  return String(input ?? '')
    .slice(0, MAX_LENGTH.query)
    .replaceAll('\0', ' ')
    .toWellFormed()
    .trim()
}

const QUERY_LENGTH = `of which the first ${MAX_LENGTH.query} characters count`

export function searchText(): Field<string> {
  return {
    schema: Type.String({ minLength: 1, description: `What to search for, ${QUERY_LENGTH}` }),
    required: true,
    read(input) {
      const value = readQuery(input)
      return value ? { value } : { msg: 'Q is required' }
    },
  }
}

function filterQuery(description: string): Field<string | null> {
  return {
    schema: Type.String({ description: `${description}, ${QUERY_LENGTH}` }),
    required: false,
    read: (input) => ({ value: readQuery(input) || null }),
  }
}

function filterYesNo(label: string, description: string): Field<boolean | null> {
  return {
    schema: Type.Boolean({ description }),
    required: false,
    read(input) {
      if (!readQuery(input)) return { value: null }
      if (input !== 'true' && input !== 'false') return { msg: `${label} must be true or false` }
      return { value: input === 'true' }
    },
  }
}

function filterSkills(description: string): Field<string[]> {
  return {
    schema: Type.Array(Type.String({ maxLength: MAX_LENGTH.skill }), { maxItems: MAX_SKILLS, description }),
    required: false,
    read(input) {
      const skills = (Array.isArray(input) ? input : [input ?? '']).map((skill) => String(skill).trim())
      const value = [...new Set(skills.filter(Boolean))]
      if (value.length > MAX_SKILLS) return { msg: `Skill must be given at most ${MAX_SKILLS} times` }
      const msg = value.map((skill) => textFault('Skill', skill, MAX_LENGTH.skill)).find(Boolean)
      return msg ? { msg } : { value }
    },
  }
}

export const peopleFilters = {
  skill: filterSkills('Only people with this skill; repeat it for people who have all of them'),
  status: filterChoice('Status', STATUSES, 'Only people with this status'),
  location: filterText('Location', 'Only people whose location has these words'),
} satisfies Record<Exclude<(typeof PEOPLE_FILTERS)[number], 'q'>, Field>

export const postFilters = {
  tag: filterTag('Only posts with this tag, and comments on them'),
  author: filterId('Only posts and comments by this user'),
  question: filterYesNo('Question', 'Only questions and comments on them, or only other posts'),
  solved: filterYesNo('Solved', 'Only what belongs to questions that are solved, or to those that are not'),
}

const count = Type.Integer({ minimum: 0 })
const matches = {
  count: Type.Integer({ minimum: 0, description: 'How many match all filters' }),
  exact: Type.Boolean({
    description: `false if more than ${MATCHES_COUNTED} match, of which the newest are counted; all counts are lower bounds then`,
  }),
}

export const PeopleCountsQuery = form({
  q: filterQuery('Only people in whose profiles these words are'),
  ...peopleFilters,
})
export type PeopleFilters = FormValue<typeof PeopleCountsQuery>

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
