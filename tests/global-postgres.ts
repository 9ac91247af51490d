import type { TestProject } from 'vitest/node'
import { openDatabase } from '../server/database/database.ts'
import { migrate } from '../server/database/schema/migrate.ts'
import { createDatabase, startPostgres } from '../test-support/postgres.ts'
import { query } from '../test-support/postgres-query.ts'

/** Each test file copies a template database with all tables. */
export default async function setup(project: TestProject) {
  const server = await givenOrStarted()
  const template = await createDatabase(server.url)
  const db = openDatabase(template)
  await migrate(db)
  await db.close()
  const name = new URL(template).pathname.slice(1)
  project.provide('postgresUrl', server.url)
  project.provide('postgresTemplate', name)
  return async () => {
    await query(server.url, `drop database ${name}`)
    await server.stop()
  }
}

async function givenOrStarted(): Promise<{ url: string; stop(): Promise<void> }> {
  const configuredUrl = process.env.TEST_DATABASE_URL
  if (configuredUrl) return { url: configuredUrl, stop: async () => {} }
  return startPostgres(['-c', 'fsync=off', '-c', 'max_connections=300'])
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    postgresTemplate: string
  }
}
