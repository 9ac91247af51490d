import type { PeopleFilters } from '../profiles/filters.ts'
import type { Term } from './full-text.ts'
import { fold, tokenizeQuery } from './tokenizer.ts'

// Filters are words of the index that begin with a private-use character, so no text contains them.
export const withSkill = (folded: string) => `\u{e101}${folded}`
export const withStatus = (folded: string) => `\u{e102}${folded}`
export const inLocation = (folded: string) => `\u{e103}${folded}`
// Short, as there are many authors. The query leaves out others whose id has the same end.
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
  // Only questions are solved or not.
  if (solved !== null) words.push(ofQuestion(true))
  return words.map((word) => ({ word, isPrefix: false }))
}

export function termsOfPeople({ q, skill, status, location }: PeopleFilters): Term[] | undefined {
  const words = tokenizeQuery(q ?? '')
  const places = tokenizeQuery(location ?? '').map((term) => ({ ...term, word: inLocation(term.word) }))
  if ((q !== null && words.length === 0) || (location !== null && places.length === 0)) return undefined
  const exact = skill.map((name) => withSkill(fold(name)))
  if (status !== null) exact.push(withStatus(fold(status)))
  return [...words, ...exact.map((word) => ({ word, isPrefix: false })), ...places]
}
