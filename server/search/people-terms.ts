import type { Term } from '../database/full-text.ts'
import type { PeopleFilters } from '../profiles/filters.ts'
import { inLocation, withSkill, withStatus } from './marked-words.ts'
import { cutQuery, fold } from './words.ts'

/** What the filters ask for, as words of the index; undefined if one of them has no words, and so finds nothing. */
export function termsOfPeople({ q, skill, status, location }: PeopleFilters): Term[] | undefined {
  const words = q === null ? [] : cutQuery(q)
  const places = location === null ? [] : cutQuery(location)
  if ((q !== null && words.length === 0) || (location !== null && places.length === 0)) return undefined
  const exact = [
    ...skill.map((name) => withSkill(fold(name))),
    ...(status === null ? [] : [withStatus(fold(status))]),
  ]
  return [
    ...words,
    ...exact.map((word) => ({ word, isPrefix: false })),
    ...places.map(({ word, isPrefix }) => ({ word: inLocation(word), isPrefix })),
  ]
}
