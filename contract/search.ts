import { type Static, Type } from 'typebox'
import { textFault } from './fields.ts'
import type { Field } from './form.ts'
import { MAX_LENGTH, MAX_SKILLS, STATUSES } from './limits.ts'
import { Comment, Post } from './posts.ts'
import { Profile } from './profiles.ts'
import { filterChoice, filterId, filterTag, filterText, pagedBy } from './queries.ts'

const SEARCHED = ['posts', 'people'] as const
const SORTS = ['newest', 'best'] as const

/** A post or a comment that was found. */
export const Hit = Type.Object({
  post: Post,
  comment: Type.Union([Comment, Type.Null()], {
    description: 'The comment that was found; null if it is the post',
  }),
  excerpt: Type.String({ description: 'The part of the text that was found, as safe HTML with `<mark>`' }),
})
export type Hit = Static<typeof Hit>

export const SkillCount = Type.Object({
  skill: Type.String(),
  count: Type.Integer({ minimum: 1, description: 'How many developers have it' }),
})
export type SkillCount = Static<typeof SkillCount>

/** Whatever it contains is searched for: too long a text is cut, and what cannot be stored is in no text. */
function readQuery(input: unknown): string {
  return String(input ?? '')
    .slice(0, MAX_LENGTH.query)
    .replaceAll('\0', ' ')
    .toWellFormed()
    .trim()
}

const QUERY_LENGTH = `of which the first ${MAX_LENGTH.query} characters count`

/** What to search for. Only an empty text is an error. */
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

/** What to search a list for, if anything. */
export function filterQuery(description: string): Field<string | null> {
  return {
    schema: Type.String({ description: `${description}, ${QUERY_LENGTH}` }),
    required: false,
    read: (input) => ({ value: readQuery(input) || null }),
  }
}

/** `true` or `false`; without it, both are listed. */
function filterYesNo(description: string): Field<boolean | null> {
  return {
    schema: Type.Boolean({ description }),
    required: false,
    read: (input) => ({ value: input === 'true' ? true : input === 'false' ? false : null }),
  }
}

function filterSkills(description: string): Field<string[]> {
  return {
    schema: Type.Array(Type.String({ maxLength: MAX_LENGTH.skill }), { maxItems: MAX_SKILLS, description }),
    required: false,
    read(input) {
      const given = (Array.isArray(input) ? input : [input ?? '']).map((skill) => String(skill).trim())
      const value = [...new Set(given.filter(Boolean))]
      if (value.length > MAX_SKILLS) return { msg: `Skill must be given at most ${MAX_SKILLS} times` }
      const msg = value.map((skill) => textFault('Skill', skill, MAX_LENGTH.skill)).find(Boolean)
      return msg ? { msg } : { value }
    },
  }
}

/** By what people can be filtered. */
export const peopleFilters = {
  skill: filterSkills('Only people with this skill; repeat it for people who have all of them'),
  status: filterChoice('Status', STATUSES, 'Only people with this status'),
  location: filterText('Location', 'Only people whose location has these words'),
}

/** By what posts and comments can be filtered. */
export const postFilters = {
  tag: filterTag('Only posts with this tag, and comments on them'),
  author: filterId('Only posts and comments by this user'),
  question: filterYesNo('Only questions and comments on them, or only other posts'),
  solved: filterYesNo('Only what belongs to questions that are solved, or to those that are not'),
}

export const SearchPage = pagedBy({
  q: searchText(),
  in: filterChoice('In', SEARCHED, 'What to search; posts if it is missing'),
  sort: filterChoice('Sort', SORTS, 'The order of posts; newest if it is missing'),
  ...postFilters,
  ...peopleFilters,
})

/** Posts and comments, or people. */
export const SearchResult = Type.Union([Type.Array(Hit), Type.Array(Profile)])
