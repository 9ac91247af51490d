import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../server/database/database.ts'
import { migrate } from '../server/database/schema/migrate.ts'

/** Each test file copies this file with all tables. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'devconnector-template-'))
  const file = join(folder, 'template.db')
  const db = openDatabase(`sqlite:${file}`)
  await migrate(db)
  await db.close()
  project.provide('sqliteTemplate', file)
  return () => rmSync(folder, { recursive: true, force: true })
}

declare module 'vitest' {
  interface ProvidedContext {
    sqliteTemplate: string
  }
}
