import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { recordChanges } from '../../../server/database/changes/changes.ts'
import { tablesIn as tablesOf } from '../../../server/database/schema/distribution.ts'
import type { ApiResponse, TestApp } from '../../app.ts'
import { type SentQuery, spyOnQueries } from '../../sent-queries.ts'

const REFERENCE = new Set<string>(tablesOf('reference'))
const LOCAL = new Set<string>(tablesOf('local'))

export type Plans = {
  /** How many shards each query asks; queries on local or reference tables are left out. */
  shards: number[]
  /** Whether it writes to a reference table. */
  writesEverywhere: boolean
}

/** What the queries of a call ask, with an empty cache. */
export async function plansOf(app: TestApp, call: () => Promise<ApiResponse>): Promise<Plans> {
  await app.db.transaction((trx) => recordChanges(trx, 'all'))
  const sentQueries = spyOnQueries()
  const { status, body } = await call()
  const queries = sentQueries()
  vi.restoreAllMocks()
  expect([status, status === 200 || body]).toEqual([200, true])
  const planned = queries.filter(({ text }) => /^\s*(?:select|with|insert|update|delete)/.test(text))
  const plans = await Promise.all(planned.map((query) => explain(app, query)))
  return {
    shards: plans.filter(isSpread).flatMap(taskCounts),
    writesEverywhere: plans.some((plan) =>
      tablesIn(plan, 'Insert|Update|Delete').some((table) => REFERENCE.has(table)),
    ),
  }
}

async function explain(app: TestApp, { text, values }: SentQuery): Promise<string> {
  const query = { ...sql`select`.compile(app.db.kysely), sql: `explain ${text}`, parameters: values ?? [] }
  const { rows } = await app.db.kysely.executeQuery<{ 'QUERY PLAN': string }>(query)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const taskCounts = (plan: string) =>
  Array.from(plan.matchAll(/Task Count: (\d+)/g), ([, count]) => Number(count))

const isSpread = (plan: string) =>
  tablesIn(plan, '\\w+').some((table) => !REFERENCE.has(table) && !LOCAL.has(table))

/** The tables whose shards are used by nodes of the plan that begin like this. */
function tablesIn(plan: string, node: string): string[] {
  return Array.from(
    plan.matchAll(new RegExp(`(?:${node}) on ([a-z_]+)_\\d+`, 'g')),
    ([, table = '']) => table,
  )
}
