import type { TestProject } from 'vitest/node'
import { citusSource, createTemplate, startCitus, withoutDisk } from '../test-support/citus.ts'

/** Each test file copies a template database whose tables are distributed. */
export default async function setup(project: TestProject) {
  if (!citusSource) return
  const cluster = await startCitus()
  if (cluster.folder) await withoutDisk(cluster.url)
  project.provide('citusUrl', cluster.url)
  project.provide('citusTemplate', await createTemplate(cluster.url))
  return () => cluster.stop()
}

declare module 'vitest' {
  interface ProvidedContext {
    citusUrl: string
    citusTemplate: string
  }
}
