import { defineConfig } from 'vitest/config'
import { citusSource } from './test-support/citus.ts'
import { LONG } from './test-support/long-runs.ts'

// A test may take many times as long on a busy machine.
const PATIENCE = 180_000

// Every shard of every table slows down tests on Citus.
const ON_CITUS = LONG ? 'api' : 'api/{database,feeds,posts}'

function onEngine(engine: 'sqlite' | 'postgres' | 'citus', name: string, folders: string[]) {
  return {
    test: {
      name,
      include: folders.map((folder) => `tests/${folder}/**/*.test.ts`),
      env: { TEST_ENGINE: engine },
      globalSetup: [`tests/global-${engine}.ts`],
      testTimeout: LONG ? 600_000 : PATIENCE,
      hookTimeout: PATIENCE,
      // Importing the server again for each file would take most of the time.
      isolate: false,
    },
  }
}

export default defineConfig({
  test: {
    maxWorkers: 3,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    projects: [
      { test: { name: 'unit', include: ['tests/{unit,web}/**/*.test.ts'], testTimeout: PATIENCE } },
      onEngine('sqlite', 'sqlite', ['api', 'sqlite']),
      onEngine('postgres', 'postgres', ['api', 'postgres']),
      onEngine('sqlite', 'sqlite-long', ['long']),
      onEngine('postgres', 'postgres-long', ['long']),
      onEngine('citus', 'citus', citusSource ? [ON_CITUS, 'citus'] : ['no-citus']),
      {
        test: {
          name: 'faults',
          include: ['tests/{faults,abuse}/**/*.test.ts'],
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
