import { defineConfig } from 'vitest/config'

const api = { include: ['tests/api/**/*.test.ts'], testTimeout: 20_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: 'unit', include: ['tests/unit/**/*.test.ts', 'tests/web/**/*.test.ts'] } },
      { test: { name: 'sqlite', ...api, env: { TEST_ENGINE: 'sqlite' } } },
      {
        test: {
          name: 'postgres',
          ...api,
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: ['tests/global-postgres.ts'],
        },
      },
    ],
  },
})
