import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ServerProcess, startReadyServer, temporaryFolder } from '../faults/server-process.ts'

const PROBE = new URL('./busy-ticks.ts', import.meta.url)

/** The longest that the event loop may be busy with one turn, in milliseconds of processor time. */
export const MAX_BUSY = 400

export type ObservedServer = {
  server: ServerProcess
  /** The longest turn of the event loop since the last call, in milliseconds of processor time. */
  longestTurn(): number
}

/** A server that records how long each turn of its event loop takes. */
export async function startObserved(environment: Record<string, string>): Promise<ObservedServer> {
  const file = join(temporaryFolder(), 'busy-ticks')
  writeFileSync(file, '')
  const server = await startReadyServer({
    ...environment,
    NODE_OPTIONS: `--import ${PROBE}`,
    BUSY_TICKS: file,
  })
  const longestTurn = () => {
    const turns = readFileSync(file, 'utf8').split('\n').map(Number)
    writeFileSync(file, '')
    return Math.max(0, ...turns)
  }
  // Starting is not part of it.
  longestTurn()
  return { server, longestTurn }
}
