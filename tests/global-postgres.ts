import type { TestProject } from 'vitest/node'
import { startPostgres } from '../test-support/postgres.ts'

/** One PostgreSQL server for all test files; each creates its own database. */
export default async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    project.provide('postgresUrl', given)
    return
  }
  const server = await startPostgres(['-c', 'fsync=off', '-c', 'max_connections=300'])
  project.provide('postgresUrl', server.url)
  return () => server.stop()
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}
