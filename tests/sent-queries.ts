import pg from 'pg'
import { vi } from 'vitest'
import { StatementCache } from '../server/database/sqlite/statements.ts'

export type SentQuery = { text: string; values: unknown[]; name?: string }

/** What is sent to PostgreSQL from now on. Restore the mocks afterwards. */
export function spyOnQueries(): () => SentQuery[] {
  const submit = vi.spyOn(pg.Query.prototype, 'submit')
  return () => submit.mock.contexts as unknown as SentQuery[]
}

/** The statements that run from now on, on either engine. Restore the mocks afterwards. */
export function spyOnStatements(): () => string[] {
  const sqlite = vi.spyOn(StatementCache.prototype, 'get')
  const postgres = spyOnQueries()
  return () => [...sqlite.mock.calls.map(([text]) => text), ...postgres().map(({ text }) => text)]
}
