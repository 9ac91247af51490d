import { defineConfig } from 'vitest/config'
import { citusSource } from './starters/citus.ts'

// Long runs need more time; see scripts/test-long.ts.
const LONG = process.env.LONG === '1'

const api = {
  include: ['tests/api/**/*.test.ts', 'tests/abuse/engines/**/*.test.ts'],
  testTimeout: LONG ? 600_000 : 20_000,
  hookTimeout: 60_000,
  // Every file has its own app and database, and importing the server again for each would take most of the time.
  isolate: false,
}

// About HTTP, access and other hosts: SQLite is enough for these.
const NOT_ABOUT_A_DATABASE = [
  'tests/api/{access,again,bodies,headers,methods,operator-commands,pipelining,repos,repos-quota}.test.ts',
  'tests/api/{openapi,rate-limits,roles,sign-in}.test.ts',
]

// About HTTP, access, limits that are counted in one place, and other hosts: with LONG=1 these run on the cluster
// too.
const NOT_ABOUT_ROWS = [
  'tests/abuse/engines/{bad-input,guessing,overload}.test.ts',
  'tests/api/{access,again,bodies,errors,headers,methods,operator-commands,pipelining,process}.test.ts',
  'tests/api/{answer-bytes,invitations,notification-mail,openapi,recovery,unstorable-text,write-limits}.test.ts',
  'tests/api/{query-plans,rate-limits,search-corpus,repos,repos-quota,roles,seed,sign-in,time-zones}.test.ts',
]

export default defineConfig({
  test: {
    maxWorkers: 2,
    // A shared machine may stall for seconds in the middle of a timing test.
    retry: process.env.CI ? 1 : 0,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts', 'tests/web/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      { test: { name: 'sqlite', ...api, env: { TEST_ENGINE: 'sqlite' } } },
      {
        test: {
          name: 'postgres',
          ...api,
          exclude: LONG ? [] : NOT_ABOUT_A_DATABASE,
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: ['tests/global-postgres.ts'],
        },
      },
      {
        test: {
          name: 'citus',
          ...api,
          ...(citusSource ? {} : { include: ['tests/citus/skipped.test.ts'] }),
          exclude: LONG ? [] : NOT_ABOUT_ROWS,
          env: { TEST_ENGINE: 'citus' },
          globalSetup: ['tests/global-citus.ts'],
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts', 'tests/abuse/*.test.ts'],
          testTimeout: LONG ? 1_800_000 : 300_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'scale',
          include: ['tests/scale/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
