import type { PeopleFilters, peopleFilters } from '../../../contract/fields/search-filters.ts'
import type { Term } from './full-text.ts'
import { fold, tokenizeQuery, wordsOf } from './tokenizer.ts'

// Filters are words that begin with a private-use character. Ids are shortened, so queries check them in full.
export const byAuthor = (userId: string) => `\u{e104}${userId.slice(-6)}`
export const withTag = (tag: string) => `\u{e105}${tag}`
export const ofQuestion = (question: boolean) => `\u{e106}${question ? 1 : 0}`

export type DocumentFilters = {
  tag: string | null
  author: string | null
  question: boolean | null
  solved: boolean | null
}

export function termsOfDocuments({ author, tag, question, solved }: DocumentFilters): Term[] {
  const words: string[] = []
  if (author !== null) words.push(byAuthor(author))
  if (tag !== null) words.push(withTag(tag))
  if (question !== null) words.push(ofQuestion(question))
  if (solved !== null) words.push(ofQuestion(true))
  return words.map((word) => ({ word, isPrefix: false }))
}

type FilteredProfile = { skills: string[]; status: string; location: string | null }

type PeopleFilter = {
  prefix: string
  wordsOf(profile: FilteredProfile): Iterable<string>
  termsOf(value: string): Term[]
}

const isWhole = (value: string): Term[] => [{ word: fold(value), isPrefix: false }]

const PEOPLE_FILTERS: Record<keyof typeof peopleFilters, PeopleFilter> = {
  skill: { prefix: '\u{e101}', wordsOf: ({ skills }) => skills.map(fold), termsOf: isWhole },
  status: { prefix: '\u{e102}', wordsOf: ({ status }) => [fold(status)], termsOf: isWhole },
  location: {
    prefix: '\u{e103}',
    wordsOf: ({ location }) => wordsOf(location ?? ''),
    termsOf: tokenizeQuery,
  },
}

export const withSkill = (folded: string) => PEOPLE_FILTERS.skill.prefix + folded

export function filterWordsOf(profile: FilteredProfile): string[] {
  return Object.values(PEOPLE_FILTERS).flatMap((filter) =>
    Array.from(filter.wordsOf(profile), (word) => filter.prefix + word),
  )
}

export function termsOfPeople({ q, ...filters }: PeopleFilters): Term[] | undefined {
  const terms = q === null ? [] : tokenizeQuery(q)
  if (q !== null && terms.length === 0) return undefined
  for (const [name, { prefix, termsOf }] of Object.entries(PEOPLE_FILTERS)) {
    const values = [filters[name as keyof typeof peopleFilters] ?? []].flat()
    for (const value of values) {
      const ofValue = termsOf(value)
      if (ofValue.length === 0) return undefined
      terms.push(...ofValue.map((term) => ({ ...term, word: prefix + term.word })))
    }
  }
  return terms
}
