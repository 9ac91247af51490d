import { StatementSync } from 'node:sqlite'
import pg from 'pg'
import { vi } from 'vitest'

export type SentQuery = { text: string; values: unknown[]; name?: string }

/** Restore the mocks afterwards. */
export function spyOnQueries(): () => SentQuery[] {
  const submit = vi.spyOn(pg.Query.prototype, 'submit')
  return () => submit.mock.contexts as unknown as SentQuery[]
}

/** Restore the mocks afterwards. */
export function spyOnSqlite(): () => string[] {
  const texts: string[] = []
  for (const method of ['all', 'run'] as const) {
    const original = StatementSync.prototype[method] as (...values: unknown[]) => never
    vi.spyOn(StatementSync.prototype, method).mockImplementation(function (this: StatementSync, ...values) {
      texts.push(this.sourceSQL)
      return original.apply(this, values)
    })
  }
  return () => [...texts]
}

export function spyOnStatements(): () => string[] {
  const sqlite = spyOnSqlite()
  const postgres = spyOnQueries()
  return () => [...sqlite(), ...postgres().map(({ text }) => text)]
}
