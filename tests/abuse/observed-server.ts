import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ServerProcess, startReadyServer, temporaryFolder } from '../faults/server-process.ts'

const PROBE = new URL('./turn-recorder.ts', import.meta.url)

/** Milliseconds of processor time in one turn of the event loop. */
export const MAX_BUSY = 500

export type ObservedServer = {
  server: ServerProcess
  longestTurn(): number
}

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
  longestTurn()
  return { server, longestTurn }
}
