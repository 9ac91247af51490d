import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Engine } from '../server/database/database.ts'
import { openSession } from '../server/features/accounts/sessions.ts'
import { type BuiltServer, startServer } from '../test-support/built-server.ts'
import { until } from '../test-support/polling.ts'
import { residentMegabytes } from '../test-support/process-memory.ts'
import { feedRequest } from './cases.ts'
import { createDatabase, fillDatabase, withDatabase } from './databases.ts'
import type { Pace } from './measure-load.ts'
import { median, runLoad } from './wrk.ts'

const STREAMS = 5_000
const STREAMS_DURING_READS = 1_000
// Long enough for a garbage collection.
const GARBAGE_PAUSE = 5_000
const IDLE = 90_000
const IDLE_QUICK = 45_000
const OPENING_AT_ONCE = 50
const POSTS = 5
const WARM_UPS = 3
const LEAST_ROUNDS = 5

export type StreamsResult = {
  engine: Engine
  streams: number
  megabytes: number
  /** Percent of one processor. */
  idlePercent: { without: number; with: number }
  /** Milliseconds until the first and the last stream report a new post, in the slowest round. */
  arrival: { first: number; last: number }
  /** Microseconds of processor time per request of the feed. */
  reads: { streams: number; without: number; with: number }
}

export async function measureStreams(engine: Engine, quick: boolean, pace: Pace): Promise<StreamsResult> {
  const database = await createDatabase(engine)
  try {
    await fillDatabase(database, { users: STREAMS, posts: 1_000 }, `Filling ${engine}`)
    const tokens = await withDatabase(database.url, async (db) => {
      const users = await db.kysely.selectFrom('users').select('id').limit(STREAMS).execute()
      return db.transaction(async (trx) => {
        const sessionTokens: string[] = []
        for (const { id } of users) sessionTokens.push(await openSession(trx, id, 'a bench'))
        return sessionTokens
      })
    })
    const environment = { DATABASE_URL: database.url }
    const idle = await withServer(environment, (server) =>
      measureIdle(server, tokens, quick ? IDLE_QUICK : IDLE),
    )
    const reads = await withServer(environment, (server) =>
      withServer(environment, (secondServer) => measureReads([server, secondServer], tokens, pace)),
    )
    return { engine, streams: STREAMS, ...idle, reads }
  } finally {
    await database.remove()
  }
}

async function withServer<T>(
  environment: Record<string, string>,
  work: (server: BuiltServer) => Promise<T>,
): Promise<T> {
  const server = await startServer(environment)
  try {
    return await work(server)
  } finally {
    await server.stop()
  }
}

async function measureIdle(server: BuiltServer, tokens: string[], milliseconds: number) {
  const [token] = tokens
  await runLoad(server.base, [feedRequest(token)], 2)
  await setTimeout(GARBAGE_PAUSE)
  const without = await idlePercent(server, milliseconds)
  const before = residentMegabytes(server.pid)
  const listeners = await openListeners(server, tokens)
  await setTimeout(GARBAGE_PAUSE)
  const withStreams = await idlePercent(server, milliseconds)
  const megabytes = residentMegabytes(server.pid) - before
  const arrival = await measureArrival(server, listeners, token)
  for (const listener of listeners) listener.close()
  return { megabytes, idlePercent: { without, with: withStreams }, arrival }
}

async function measureArrival(server: BuiltServer, listeners: Listener[], token = '') {
  const arrival = { first: 0, last: 0 }
  for (let post = 0; post < POSTS; post++) {
    for (const listener of listeners) listener.heardAt = 0
    const response = await fetch(`${server.base}/api/posts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-auth-token': token },
      body: JSON.stringify({ text: `For everyone: ${post}` }),
    })
    if (!response.ok) throw new Error(`POST /api/posts returned ${response.status}.`)
    const postedAt = performance.now()
    await until(async () => listeners.every(({ heardAt }) => heardAt > 0))
    const times = listeners.map(({ heardAt }) => heardAt - postedAt)
    arrival.first = Math.max(arrival.first, Math.min(...times))
    arrival.last = Math.max(arrival.last, Math.max(...times))
  }
  return arrival
}

/** No two processes are equally fast, so each has the streams for half of the time. */
async function measureReads(
  servers: [BuiltServer, BuiltServer],
  tokens: string[],
  { rounds, seconds }: Pace,
): Promise<StreamsResult['reads']> {
  const run = async ({ base, pid }: BuiltServer) => {
    const before = processorMilliseconds(pid)
    const { requests } = await runLoad(base, [feedRequest(tokens[0])], seconds)
    return ((processorMilliseconds(pid) - before) * 1_000) / requests
  }
  for (const server of servers) {
    for (let warmUp = 0; warmUp < WARM_UPS; warmUp++) await run(server)
  }
  const times: { without: number; with: number }[] = []
  for (const [streamingServer, idleServer] of [servers, servers.toReversed() as typeof servers]) {
    const listeners = await openListeners(streamingServer, tokens.slice(0, STREAMS_DURING_READS))
    for (let round = 0; round < Math.max(rounds, LEAST_ROUNDS); round++) {
      times.push({ without: await run(idleServer), with: await run(streamingServer) })
    }
    for (const listener of listeners) listener.close()
  }
  return {
    streams: STREAMS_DURING_READS,
    without: median(times.map((round) => round.without)),
    with: median(times.map((round) => round.with)),
  }
}

/** Parsing would take longer than the server does. */
class Listener {
  isOpen = false
  heardAt = 0
  readonly #socket: Socket

  constructor(base: string, token: string) {
    this.#socket = connect(Number(new URL(base).port), '127.0.0.1')
    this.#socket.write(`GET /api/events HTTP/1.1\r\nHost: x\r\nx-auth-token: ${token}\r\n\r\n`)
    this.#socket.on('data', (bytes) => {
      if (bytes.includes('text/event-stream')) this.isOpen = true
      if (bytes.includes('event: post')) this.heardAt = performance.now()
    })
    this.#socket.on('error', () => {})
  }

  close(): void {
    this.#socket.destroy()
  }
}

async function openListeners({ base }: BuiltServer, tokens: string[]): Promise<Listener[]> {
  const listeners: Listener[] = []
  for (let start = 0; start < tokens.length; start += OPENING_AT_ONCE) {
    const opening = tokens.slice(start, start + OPENING_AT_ONCE).map((token) => new Listener(base, token))
    listeners.push(...opening)
    await until(async () => opening.every(({ isOpen }) => isOpen))
  }
  return listeners
}

async function idlePercent({ pid }: BuiltServer, milliseconds: number): Promise<number> {
  const before = processorMilliseconds(pid)
  const start = performance.now()
  await setTimeout(milliseconds)
  return ((processorMilliseconds(pid) - before) / (performance.now() - start)) * 100
}

const MILLISECONDS_OF_TICK = 10

function processorMilliseconds(pid: number | undefined): number {
  // The name of the process, in parentheses, may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * MILLISECONDS_OF_TICK
}
