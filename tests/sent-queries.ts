import pg from 'pg'
import { vi } from 'vitest'

export type SentQuery = { text: string; values: unknown[]; name?: string }

/** What is sent to PostgreSQL from now on. Restore the mocks afterwards. */
export function spyOnQueries(): () => SentQuery[] {
  const submit = vi.spyOn(pg.Query.prototype, 'submit')
  return () => submit.mock.contexts as unknown as SentQuery[]
}
