import { defineConfig } from 'vitest/config'
import { citusSource } from './test-support/citus.ts'
import { LONG } from './test-support/long.ts'

// On a busy machine a test takes many times as long as alone. That is no failure.
const PATIENCE = 180_000

const API = ['tests/api/**/*.test.ts']
const ABUSE = ['tests/abuse/engines/**/*.test.ts']

const api = {
  include: API,
  testTimeout: LONG ? 600_000 : PATIENCE,
  hookTimeout: PATIENCE,
  // Every file has its own app and database, and importing the server again for each would take most of the time.
  isolate: false,
}

// About HTTP, access and other hosts: SQLite is enough for these in an ordinary run.
const NOT_ABOUT_A_DATABASE = [
  'tests/api/*/{access,bodies,errors,headers,hot-responses,methods,openapi,operator-commands,pages}.test.ts',
  'tests/api/*/{pipelining,profile-fields,rate-limits,repeated-requests,repos,repos-quota}.test.ts',
  'tests/api/*/{requests-in-progress,response-metrics,roles,seed,sign-in,sign-in-turns,slow-listener}.test.ts',
  'tests/api/*/{suspension-batches,uploads}.test.ts',
]

// A third of all time on PostgreSQL; `npm run test:rest` runs them.
const LONG_ON_POSTGRES = [
  'tests/api/*/{code-hosts,hiding-races,mail-limits,old-changes,pictures,process,recovery}.test.ts',
  'tests/api/*/{response-sizes,role-races,schema-states,search-corpus,time-zones,upgrade,write-limits}.test.ts',
]

// About limits, which take hundreds of requests to reach; `npm run test:rest` runs them.
const ABOUT_LIMITS = [
  'tests/api/*/{mail-limits,rate-limits,repos-quota,requests-in-progress,response-sizes}.test.ts',
  'tests/api/*/{suspension-batches,uploads,write-limits}.test.ts',
]

// `npm run test:rest` runs them.
const SEVERAL_PROCESSES = ['tests/api/*/{freshness,visibility}.test.ts']

// Skipping them would hide others that are skipped.
const NEED_A_CLUSTER = ['tests/api/database/shards.test.ts']
const NEED_POSTGRES = ['tests/api/database/statement-limit.test.ts']

// About where rows live. With LONG=1 everything runs on the cluster.
const ABOUT_PLACES = [
  'tests/api/*/{account-deletion,comments,db-copy,follows}.test.ts',
  'tests/api/*/{following-feed,hiding-races,distribution,likes,marks,notifications,people,picture-copy}.test.ts',
  'tests/api/*/{posts,profiles,query-count,races,search,shards,upgrade}.test.ts',
]

export default defineConfig({
  test: {
    maxWorkers: 3,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts', 'tests/web/**/*.test.ts'],
          testTimeout: PATIENCE,
        },
      },
      {
        test: {
          name: 'sqlite',
          ...api,
          exclude: [...ABOUT_LIMITS, ...SEVERAL_PROCESSES, ...NEED_A_CLUSTER, ...NEED_POSTGRES],
          env: { TEST_ENGINE: 'sqlite' },
          globalSetup: ['tests/global-sqlite.ts'],
        },
      },
      {
        test: {
          name: 'postgres',
          ...api,
          exclude: [
            ...LONG_ON_POSTGRES,
            ...SEVERAL_PROCESSES,
            ...NEED_A_CLUSTER,
            ...(LONG ? [] : NOT_ABOUT_A_DATABASE),
          ],
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: ['tests/global-postgres.ts'],
        },
      },
      {
        test: {
          name: 'postgres-rest',
          ...api,
          include: [...LONG_ON_POSTGRES, ...SEVERAL_PROCESSES, ...ABUSE],
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: ['tests/global-postgres.ts'],
        },
      },
      {
        test: {
          name: 'sqlite-rest',
          ...api,
          include: [...ABOUT_LIMITS, ...SEVERAL_PROCESSES, ...ABUSE],
          env: { TEST_ENGINE: 'sqlite' },
          globalSetup: ['tests/global-sqlite.ts'],
        },
      },
      {
        test: {
          name: 'citus',
          ...api,
          ...(citusSource
            ? { include: LONG ? [...API, ...ABUSE] : ABOUT_PLACES }
            : { include: ['tests/citus/skipped.test.ts'] }),
          env: { TEST_ENGINE: 'citus' },
          globalSetup: ['tests/global-citus.ts'],
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts', 'tests/abuse/*.test.ts'],
          testTimeout: LONG ? 1_800_000 : 300_000,
          hookTimeout: PATIENCE,
          globalSetup: ['tests/global-sqlite.ts'],
        },
      },
      {
        test: {
          name: 'scale',
          include: ['tests/scale/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          globalSetup: ['tests/global-sqlite.ts'],
        },
      },
    ],
  },
})
