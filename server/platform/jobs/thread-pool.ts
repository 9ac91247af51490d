import { fileURLToPath } from 'node:url'
import type { ResourceLimits } from 'node:worker_threads'
import { Tinypool } from 'tinypool'

export const THREADS = 2
const MAX_IDLE = 30_000

/** The build bundles `source` into the file `built`, next to that of the server. */
export function fileToRun(caller: string, source: string, built: string): string {
  return fileURLToPath(new URL(caller.endsWith('.ts') ? source : built, caller))
}

export function openThreads(filename: string, resourceLimits: ResourceLimits): Tinypool {
  const pool = new Tinypool({
    filename,
    // Tinypool does not replace its last thread while tasks wait.
    minThreads: 1,
    maxThreads: THREADS,
    idleTimeout: MAX_IDLE,
    resourceLimits,
    execArgv: [],
  })
  // Without a listener, a crash between two tasks would end the process.
  pool.on('error', () => {})
  return pool
}
