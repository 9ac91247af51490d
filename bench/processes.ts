import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stopProcess } from '../starters/built-server.ts'

export type RawServer = { base: string; send(body: string): Promise<void>; stop(): Promise<void> }

export async function startRawServer(): Promise<RawServer> {
  const child = fork(join(import.meta.dirname, 'raw-server.ts'))
  const [address] = await once(child, 'message')
  return {
    base: `http://127.0.0.1:${address.port}`,
    async send(body) {
      child.send(body)
      await once(child, 'message')
    },
    stop: () => stopProcess(child),
  }
}

export function residentMegabytes(pid: number | undefined): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}
