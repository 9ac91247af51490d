import type { Queryable } from '../database/database.ts'
import { isOneOf } from '../database/expressions.ts'
import type { Term } from '../database/full-text.ts'
import { untilTickHasTime } from '../ticks.ts'
import { hasWord } from './cut-in-ticks.ts'

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
    for (const { id, text } of rows) {
      await untilTickHasTime()
      if (await hasTerms(text, terms)) confirmed.add(id)
    }
  }
  return confirmed
}

function hasTerms(text: string, terms: Term[]): Promise<boolean> {
  const missing = new Set(terms)
  return hasWord(text, ({ word }) => {
    for (const term of missing) {
      if (term.isPrefix ? word.startsWith(term.word) : word === term.word) missing.delete(term)
    }
    return missing.size === 0
  })
}
