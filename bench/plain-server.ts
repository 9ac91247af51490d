import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { stopProcess } from '../test-support/built-server.ts'

export type PlainServer = {
  base: string
  respondWith(body: string): Promise<void>
  stop(): Promise<void>
}

export async function startPlainServer(): Promise<PlainServer> {
  const child = fork(join(import.meta.dirname, 'plain-server-process.ts'))
  const [address] = await once(child, 'message')
  return {
    base: `http://127.0.0.1:${address.port}`,
    async respondWith(body) {
      child.send(body)
      await once(child, 'message')
    },
    stop: () => stopProcess(child),
  }
}
