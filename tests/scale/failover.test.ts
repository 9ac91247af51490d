import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { until } from '../../test-support/polling.ts'
import { type PostgresServer, startPostgres } from '../../test-support/postgres.ts'
import { type ServerProcess, startReadyServer } from '../faults/server-process.ts'
import { readStored } from '../faults/stored-content.ts'
import { Writers } from '../faults/writers.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const startProcess = () =>
  startReadyServer({
    DATABASE_URL: postgres.url,
    DATABASE_CONNECTIONS: '5',
  })

class Visitors {
  responses = 0
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
      this.responses++
      if (status !== 200) this.wrong.push(status)
      await setTimeout(5)
    }
  }
}

test('killing a process under load loses no acknowledged write, and the others go on', async () => {
  const [one, two, three] = await Promise.all([startProcess(), startProcess(), startProcess()])
  const survivors = [one, two]
  const token = await one.register('member')
  const profile = { status: 'Developer', skills: 'SQL' }
  const { body } = await two.call('POST', '/api/profile', token, profile)
  const path = `/api/profile/user/${(body as { user: { _id: string } }).user._id}`
  for (const process of [one, two, three]) await until(async () => (await process.status(path)) === 200)

  const writers = [one, two, three].map((server) => {
    const writers = new Writers()
    writers.start(server, token, 2)
    return writers
  })
  const [ofOne, ofTwo, ofThree] = writers as [Writers, Writers, Writers]
  const visitors = survivors.map((server) => {
    const visitors = new Visitors()
    visitors.start(server, ['/api/profile', path])
    return visitors
  })
  const seesEachOther = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      const [writer, reader] = round % 2 ? [one, two] : [two, one]
      const response = await writer.call('POST', '/api/posts', token, { text: `Round ${round}` })
      const { _id } = response.body as { _id: string }
      const { body: feed } = await reader.call('GET', '/api/posts?limit=100', token)
      expect((feed as { _id: string }[]).map((post) => post._id)).toContain(_id)
      await writer.call('PUT', `/api/posts/like/${_id}`, token)
      const { body: post } = await reader.call('GET', `/api/posts/${_id}`, token)
      expect(post).toMatchObject({ likeCount: 1 })
    }
  }
  const goOn = async () => {
    const before = [ofOne, ofTwo].map(({ acknowledged }) => acknowledged)
    const responses = visitors.map((visitor) => visitor.responses)
    await seesEachOther(5)
    await until(async () =>
      [ofOne, ofTwo].every(({ acknowledged }, i) => acknowledged > (before[i] ?? 0) + 5),
    )
    await until(async () => visitors.every((each, i) => each.responses > (responses[i] ?? 0) + 20))
  }

  await goOn()
  await until(async () => ofThree.acknowledged > 5)
  await three.end('SIGKILL')
  await ofThree.stop()
  await goOn()
  await Promise.all([ofOne.stop(), ofTwo.stop(), ...visitors.map((visitor) => visitor.stop())])

  expect(ofThree.withoutResponse).toBeGreaterThan(0)
  expect([ofOne.withoutResponse, ofTwo.withoutResponse]).toEqual([0, 0])
  expect(writers.flatMap(({ failures }) => failures)).toEqual([])
  expect(visitors.flatMap(({ wrong }) => wrong)).toEqual([])
  const { texts, faults } = await readStored(postgres.url)
  expect(faults).toEqual([])
  for (const { expected, deleted } of writers) {
    expect([...expected].filter((text) => !texts.has(text))).toEqual([])
    expect([...deleted].filter((text) => texts.has(text))).toEqual([])
  }
  for (const registered of writers.flatMap(({ tokens }) => tokens)) {
    expect((await one.call('GET', '/api/auth', registered)).status).toBe(200)
  }
})
