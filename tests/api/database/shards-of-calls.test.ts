import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallName } from '../../../contract/calls.ts'
import { indexSome, WITHOUT_PAUSE } from '../../../server/features/search/indexer.ts'
import { SHARDS_IN_TESTS } from '../../../test-support/citus.ts'
import { distributed, startApp, type TestApp } from '../../app.ts'
import { castOf, EXAMPLES, exampleOf } from '../call-examples.ts'
import { CALL_TARGETS, type CallTarget } from './call-targets.ts'
import { type Plans, plansOf } from './plans.ts'

let app: TestApp
let cast: Awaited<ReturnType<typeof castOf>>

describe.runIf(distributed)('a call asks the nodes that the table says', () => {
  beforeAll(async () => {
    app = await startApp()
    cast = await castOf(app)
    await app.stopBackgroundWork()
  })
  afterAll(() => app.stop())

  test.each(Object.keys(EXAMPLES) as CallName[])('%s asks the nodes that the table says', async (call) => {
    const run = await exampleOf(call, cast)
    await indexSome(app.db, WITHOUT_PAUSE)
    const plans = await plansOf(app, run)
    expect(targetOf(plans)).toBe(CALL_TARGETS[call])
  })
})

function targetOf({ shards, writesEverywhere }: Plans): CallTarget {
  if (shards.some((count) => count === SHARDS_IN_TESTS)) return 'all shards'
  if (writesEverywhere) return 'every node'
  if (shards.length === 0) return 'the coordinator'
  return 'one shard'
}
