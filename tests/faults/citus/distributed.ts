import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { openDatabase } from '../../../server/database/database.ts'
import { migrate } from '../../../server/database/schema/migrate.ts'
import { fillCommunity, type Size } from '../../scale/large-community.ts'
import type { ServerProcess } from '../server-process.ts'
import { readStored } from '../stored-content.ts'
import type { Writers } from '../writers.ts'

export const SMALL = { users: 500, posts: 10_000, likes: 20_000, comments: 10_000 }
export const LARGE = { users: 20_000, posts: 100_000, likes: 500_000, comments: 200_000 }

export async function fillDatabase(url: string, size: Size): Promise<void> {
  const db = openDatabase(url, { timeout: 0 })
  await migrate(db)
  await fillCommunity(db, size)
  await db.close()
}

export async function dbDistribute(url: string, { shards = 8, killAfter }: Options = {}): Promise<Outcome> {
  const child = spawn(process.execPath, ['scripts/db-distribute.ts', '--url', url, '--shards', `${shards}`])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data
    })
  }
  const ended = once(child, 'close')
  if (killAfter !== undefined) {
    await setTimeout(killAfter)
    child.kill('SIGKILL')
  }
  await ended
  return { code: child.exitCode, output }
}

type Options = { shards?: number; killAfter?: number }
type Outcome = { code: number | null; output: string }

export const DISTRIBUTED = { code: 0, output: expect.stringContaining('Every table is distributed') }

/** Acknowledged writes are stored as a whole, and the others got a 503. */
export async function requireNothingLost(
  url: string,
  writers: Writers,
  servers: ServerProcess[],
): Promise<void> {
  const { texts, faults } = await readStored(url)
  // Generated members have never signed in.
  expect(faults.filter((fault) => !fault.startsWith('no session'))).toEqual([])
  expect([...writers.expected].filter((text) => !texts.has(text))).toEqual([])
  expect([...writers.deleted].filter((text) => texts.has(text))).toEqual([])
  for (const { output } of servers) expect(output).not.toContain('"msg":"bug"')
  expect(writers.failures.filter(({ status }) => status !== 503)).toEqual([])
  expect(writers.failures.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true)
}
