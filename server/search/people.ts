import { Answer } from '../answers/answer.ts'
import { personalPage } from '../answers/list.ts'
import type { Context } from '../context.ts'
import type { Term } from '../database/full-text.ts'
import { splitPage } from '../http/paging.ts'
import type { ProfileDocuments } from '../profiles/documents.ts'
import type { PeopleFilters, SearchPeople } from '../profiles/filters.ts'
import type { Indexer } from './indexer.ts'
import { inLocation, withSkill, withStatus } from './marked-words.ts'
import { findPeople } from './queries.ts'
import { cutQuery, fold } from './words.ts'

export function peopleSearch({ db }: Context, { profile }: ProfileDocuments, indexer: Indexer): SearchPeople {
  return async (filters, page, { path, hidden }) => {
    const terms = termsOf(filters)
    if (!terms) return new Answer('[]')
    await indexer.catchUp()
    const rows = await findPeople(db.kysely, terms, hidden, { ...page, limit: page.limit + 1 })
    const { shown, isLast } = splitPage(rows, page)
    const keys = shown.map(({ id, user_id }) => ({ id: user_id, position: id }))
    return personalPage(profile, { keys, isLast }, path, page)
  }
}

/** What the filters ask for, as words of the index; undefined if one of them has no words, and so finds nothing. */
export function termsOf({ q, skill, status, location }: PeopleFilters): Term[] | undefined {
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
