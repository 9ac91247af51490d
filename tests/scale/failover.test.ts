import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../starters/postgres.ts'
import { query } from '../../starters/query.ts'
import { until } from '../../starters/until.ts'
import { LONG, type ServerProcess, startReadyServer } from '../faults/server-process.ts'
import { readStored } from '../faults/stored.ts'
import { Writers } from '../faults/writers.ts'

const MAX_STALENESS_MS = 5_000

let primary: PostgresServer
let replica: PostgresServer
beforeAll(async () => {
  primary = await startPostgres()
  replica = await primary.replicate()
})
afterAll(async () => {
  await replica.stop()
  await primary.stop()
})

const startProcess = () =>
  startReadyServer({
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: replica.url,
    DATABASE_CONNECTIONS: '5',
  })

/** Visitors who read the developers list and profiles, and record failures. */
class Visitors {
  answers = 0
  readonly wrong: number[] = []
  #stopping = false
  #running: Promise<unknown> = Promise.resolve()

  start(server: ServerProcess, paths: string[]): void {
    onTestFinished(() => this.stop())
    this.#running = Promise.all(paths.map((path) => this.#readOn(server, path)))
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await this.#running
  }

  async #readOn(server: ServerProcess, path: string): Promise<void> {
    while (!this.#stopping) {
      const status = await server.status(path)
      this.answers++
      if (status !== 200) this.wrong.push(status)
      await setTimeout(5)
    }
  }
}

test('killing a process and then the replica under load loses no acknowledged write', async () => {
  const [one, two, three] = await Promise.all([startProcess(), startProcess(), startProcess()])
  const survivors = [one, two]
  const token = await one.register('member')
  const profile = { status: 'Developer', skills: 'SQL' }
  const { body } = await two.call('POST', '/api/profile', token, profile)
  const path = `/api/profile/user/${(body as { user: { _id: string } }).user._id}`
  await until(async () => (await Promise.all([one, two, three].map(usesReplica))).every(Boolean))
  for (const each of [one, two, three]) await until(async () => (await each.status(path)) === 200)

  const writers = [one, two, three].map((server) => {
    const each = new Writers()
    each.start(server, token, 2)
    return each
  })
  const [ofOne, ofTwo, ofThree] = writers as [Writers, Writers, Writers]
  const visitors = survivors.map((server) => {
    const each = new Visitors()
    each.start(server, ['/api/profile', path])
    return each
  })
  const seesEachOther = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      const [writer, reader] = round % 2 ? [one, two] : [two, one]
      const written = await writer.call('POST', '/api/posts', token, { text: `Round ${round}` })
      const { _id } = written.body as { _id: string }
      const { body: feed } = await reader.call('GET', '/api/posts?limit=100', token)
      expect((feed as { _id: string }[]).map((post) => post._id)).toContain(_id)
      await writer.call('PUT', `/api/posts/like/${_id}`, token)
      const { body: post } = await reader.call('GET', `/api/posts/${_id}`, token)
      expect(post).toMatchObject({ likeCount: 1 })
    }
  }
  const goOn = async () => {
    const before = [ofOne, ofTwo].map(({ acknowledged }) => acknowledged)
    const answers = visitors.map((each) => each.answers)
    await seesEachOther(5)
    await until(async () =>
      [ofOne, ofTwo].every(({ acknowledged }, i) => acknowledged > (before[i] ?? 0) + 5),
    )
    await until(async () => visitors.every((each, i) => each.answers > (answers[i] ?? 0) + 20))
  }

  await goOn()
  await until(async () => ofThree.acknowledged > 5)
  await three.end('SIGKILL')
  await ofThree.stop()
  await goOn()
  await replica.kill()
  await goOn()
  await until(async () => !(await usesReplica(one)) && !(await usesReplica(two)))
  await goOn()
  await replica.start()
  await until(async () => (await usesReplica(one)) && (await usesReplica(two)))
  await goOn()
  await Promise.all([ofOne.stop(), ofTwo.stop(), ...visitors.map((each) => each.stop())])

  // Only connections to the killed process failed.
  expect(ofThree.cutOff).toBeGreaterThan(0)
  expect([ofOne.cutOff, ofTwo.cutOff]).toEqual([0, 0])
  expect(writers.flatMap(({ failures }) => failures)).toEqual([])
  expect(visitors.flatMap(({ wrong }) => wrong)).toEqual([])
  const { texts, faults } = await readStored(primary.url)
  expect(faults).toEqual([])
  for (const { expected, deleted } of writers) {
    expect([...expected].filter((text) => !texts.has(text))).toEqual([])
    expect([...deleted].filter((text) => texts.has(text))).toEqual([])
  }
  for (const registered of writers.flatMap(({ tokens }) => tokens)) {
    expect((await one.call('GET', '/api/auth', registered)).status).toBe(200)
  }
})

test('a replica that lags or hangs is not used before anyone sees data that is too old', async () => {
  const server = await startProcess()
  const token = await server.register('owner')
  const save = (company: string) =>
    server.call('POST', '/api/profile', token, { status: 'Developer', skills: 'SQL', company })
  const { body } = await save('First')
  const path = `/api/profile/user/${(body as { user: { _id: string } }).user._id}`
  const seen = async () => ((await server.call('GET', path)).body as { company?: string }).company
  await until(() => usesReplica(server))
  await until(async () => (await seen()) === 'First')

  await query(replica.url, 'select pg_wal_replay_pause()')
  onTestFinished(async () => void (await query(replica.url, 'select pg_wal_replay_resume()')))
  await save('Second')
  const saved = performance.now()
  // Members read from the primary, so they see it at once.
  expect((await server.call('GET', path, token)).body).toMatchObject({ company: 'Second' })
  await until(async () => (await seen()) === 'Second')
  expect(performance.now() - saved).toBeLessThan(MAX_STALENESS_MS + (LONG ? 2_000 : 10_000))
  expect(await usesReplica(server)).toBe(false)
  await query(replica.url, 'select pg_wal_replay_resume()')
  await until(() => usesReplica(server))

  const backends = await query(
    replica.url,
    `select pid from pg_stat_activity where application_name = 'developer-connector'`,
  )
  const pids = backends.map(({ pid }) => Number(pid))
  expect(pids.length).toBeGreaterThan(0)
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  try {
    const asked = performance.now()
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.status(path)))
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(performance.now() - asked).toBeLessThan(LONG ? 10_000 : 25_000)
    await save('Third')
    await until(async () => (await seen()) === 'Third')
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
  await until(() => usesReplica(server))
  expect(await server.end('SIGTERM')).toBe(0)
})

async function usesReplica({ base }: ServerProcess): Promise<boolean> {
  const response = await fetch(`${base}/metrics`)
  return /^database_replica_used 1$/m.test(await response.text())
}
