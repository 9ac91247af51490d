import { randomBytes } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { PICTURE_QUOTA } from '../contract/limits.ts'
import type { Database, Engine } from '../server/database/database.ts'
import { openSession } from '../server/features/accounts/sessions.ts'
import { storePicture } from '../server/features/pictures/queries.ts'
import { type BuiltServer, startServer } from '../test-support/built-server.ts'
import { peakMegabytes, resetPeak, residentMegabytes } from '../test-support/process-memory.ts'
import { feedRequest } from './cases.ts'
import { createDatabase, fillDatabase, withDatabase } from './databases.ts'
import { runLoad } from './wrk.ts'

const POSTS = 10_000
const PICTURES = 200
const DOWNLOADS = 5
const TEXT = 'A paragraph of an ordinary post, in which somebody describes what they have tried. '.repeat(12)
const WARM_UP_SECONDS = 3
const GARBAGE_PAUSE = 5_000
const PROBE_INTERVAL = 10
const SLOW_PAUSE = 5
const STALL = 10_000

export type ExportResult = {
  engine: Engine
  /** The peak during all downloads, above the memory before the first one. */
  megabytes: Record<'fast' | 'slow' | 'stalled', number>
  seconds: number
  /** The slowest other request during the downloads, and in as much time without them. */
  milliseconds: { without: number; with: number }
}

export async function measureExport(engine: Engine): Promise<ExportResult> {
  const database = await createDatabase(engine)
  try {
    await fillDatabase(database, { users: 1, posts: POSTS, textOf: () => TEXT }, `Filling ${engine}`)
    const token = await withDatabase(database.url, prepareMember)
    const server = await startServer({ DATABASE_URL: database.url })
    try {
      return { engine, ...(await measureDownloads(server, token)) }
    } finally {
      await server.stop()
    }
  } finally {
    await database.remove()
  }
}

function prepareMember(db: Database): Promise<string> {
  return db.transaction(async (trx) => {
    const { id } = await trx.selectFrom('users').select('id').executeTakeFirstOrThrow()
    for (let n = 0; n < PICTURES; n++) {
      const bytes = randomBytes(PICTURE_QUOTA / PICTURES)
      await storePicture(trx, id, { bytes, width: 1_600, height: 900 })
    }
    return openSession(trx, id, 'a bench')
  })
}

async function measureDownloads(server: BuiltServer, token: string) {
  await runLoad(server.base, [feedRequest(token)], WARM_UP_SECONDS)
  await setTimeout(GARBAGE_PAUSE)
  const before = residentMegabytes(server.pid)
  resetPeak(server.pid)
  const peak = () => peakMegabytes(server.pid) - before
  const start = performance.now()
  const during = await slowestProbe(server, token, async () => {
    for (let n = 0; n < DOWNLOADS; n++) await readAll(await startDownload(server, token))
  })
  const duration = performance.now() - start
  const fast = peak()
  await readAll(await startDownload(server, token), SLOW_PAUSE)
  const slow = peak()
  const stalled = await startDownload(server, token)
  await setTimeout(STALL)
  stalled.destroy()
  const stalledPeak = peak()
  const otherwise = await slowestProbe(server, token, () => setTimeout(duration))
  return {
    megabytes: { fast, slow, stalled: stalledPeak },
    seconds: duration / 1_000 / DOWNLOADS,
    milliseconds: { without: otherwise, with: during },
  }
}

function startDownload({ base }: BuiltServer, token: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  get(`${base}/api/auth/export`, { headers: { 'x-auth-token': token } }, resolve).on('error', reject)
  return promise
}

async function readAll(response: IncomingMessage, pause = 0): Promise<void> {
  let bytes = 0
  for await (const chunk of response) {
    bytes += chunk.length
    if (pause > 0) await setTimeout(pause)
  }
  if (bytes < PICTURE_QUOTA) throw new Error(`The export ended after ${bytes} bytes.`)
}

async function slowestProbe(
  { base }: BuiltServer,
  token: string,
  work: () => Promise<void>,
): Promise<number> {
  const { path } = feedRequest(token)
  let slowest = 0
  let isDone = false
  const working = work().finally(() => {
    isDone = true
  })
  while (!isDone) {
    const start = performance.now()
    await (await fetch(`${base}${path}`, { headers: { 'x-auth-token': token } })).arrayBuffer()
    slowest = Math.max(slowest, performance.now() - start)
    await setTimeout(PROBE_INTERVAL)
  }
  await working
  return slowest
}
