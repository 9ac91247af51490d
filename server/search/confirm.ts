import type { Queryable } from '../database/database.ts'
import { isOneOf } from '../database/expressions.ts'
import type { Term } from '../database/full-text.ts'
import { cutText } from './words.ts'

/** Which of the posts and comments have these words in their texts. */
export async function confirmEntries(db: Queryable, ids: string[], terms: Term[]): Promise<Set<string>> {
  const confirmed = new Set<string>()
  if (ids.length === 0) return confirmed
  for (const table of ['posts', 'comments'] as const) {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'text'])
      .where(isOneOf(db, 'id', ids))
      .execute()
    for (const { id, text } of rows) if (hasTerms(text, terms)) confirmed.add(id)
  }
  return confirmed
}

function hasTerms(text: string, terms: Term[]): boolean {
  const missing = new Set(terms)
  for (const { word } of cutText(text)) {
    for (const term of missing) {
      if (term.isPrefix ? word.startsWith(term.word) : word === term.word) missing.delete(term)
    }
    if (missing.size === 0) return true
  }
  return false
}
