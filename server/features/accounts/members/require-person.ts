import type { Queryable } from '../../../database/database.ts'
import { asId } from '../../../ids.ts'
import { requireFound } from '../../../platform/http/refusals.ts'
import { findMember } from './queries.ts'

export const NO_PERSON = 'There is no such person'
/** For moderators and admins. */
export const NO_MEMBER = 'There is no such member'

/** The person with this id, suspended or not. */
export async function requirePerson(db: Queryable, text: string) {
  return requireFound(await findMember(db, requireFound(asId(text), NO_PERSON)), NO_PERSON)
}

/** The person with this id; someone who is suspended counts as missing. */
export async function requireActivePerson(db: Queryable, text: string) {
  const person = await requirePerson(db, text)
  requireFound(person.suspended_until === null || undefined, NO_PERSON)
  return person
}
