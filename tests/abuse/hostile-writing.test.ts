import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../server/database/database.ts'
import { migrate } from '../../server/database/schema/migrate.ts'
import { pending } from '../../test-support/pending.ts'
import { startReadyServer, temporaryFolder } from '../faults/server-process.ts'
import { Bystander } from './attack.ts'
import { member } from './heavy-community.ts'

// The promises of docs/security.md: while hostile texts are rendered, no other request waits longer than this, and
// others' texts are rendered all the same.
const MOST_WAITING = 20
const MOST_WAITING_TO_RENDER = 1_000
// The full-text index of SQLite takes about 30 ms for a text of ten thousand different words, and cannot be interrupted.
const MOST_BUSY = 60
const MOST_MEGABYTES = 200

// A machine that is busy with other things may stall in the middle of some runs, but not of most.
const MOST_RUNS = 3
const MOST_TRIES = 10
const ATTACKERS = 4
const TEXTS_EACH = 8

const code = (language: string, body: string) => `~~~~${language}\n${body}\n~~~~`
const HOSTILE = [
  code('typescript', 'a '.repeat(4_900)),
  code('java', '#'.repeat(9_900)),
  code('csharp', '"\\'.repeat(4_900)),
  code('ini', '_'.repeat(9_900)),
  code('markdown', 'a='.repeat(4_900)),
  `[a]: http://${'x'.repeat(1_900)}.example\n\n${'[a] '.repeat(1_900)}`,
  '*a_ '.repeat(2_500),
  '['.repeat(10_000),
  '<a '.repeat(3_300),
  '- '.repeat(5_000),
  '#a '.repeat(3_333),
  '\u0001'.repeat(10_000),
  // Ten thousand words, as each pair is one.
  Array.from({ length: 10_000 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join(''),
]
// What a search looks for is at the end of them.
const HAYSTACK = `${'lorem ipsum-dolor sit.amet '.repeat(369)} needle`
// Nothing takes longer to cut into words.
const SLOW_HAYSTACK = `unneedle ${'a日b한'.repeat(2_495)} needle`
const SLOW_PROFILE = { status: 'Developer', skills: 'a', bio: 'a日b한'.repeat(1_250) }
// So many words with one beginning are not looked up: the texts that have the other words of the query are compared.
const MANY_WORDS = Array.from({ length: 20 }, (_, n) => `broad${n}`).join(' ')

/** Runs until most of five runs have gone well, or most of them have not, so that the median is decided. */
async function runUntilDecided(run: () => Promise<number>, limit: number): Promise<number[]> {
  const runs: number[] = []
  const good = () => runs.filter((value) => value < limit).length
  while (good() < MOST_RUNS && runs.length - good() < MOST_RUNS) runs.push(await run())
  return runs
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]

async function startWithAttackers(environment: Record<string, string> = {}) {
  const url = `sqlite:${join(temporaryFolder(), 'test.db')}`
  const db = openDatabase(url)
  await migrate(db)
  const victim = await member(db, 'Victim')
  const attackers = await Promise.all(
    Array.from({ length: ATTACKERS }, (_, n) => member(db, `Attacker ${n}`)),
  )
  await db.close()
  return { server: await startReadyServer({ DATABASE_URL: url, ...environment }), victim, attackers }
}

test('hostile texts hold up nobody else, and take little memory', async () => {
  const { server, victim, attackers } = await startWithAttackers()
  const own = (await server.call('POST', '/api/posts', victim.token, { text: 'Hello' })).body as {
    _id: string
  }

  const attack = ({ token }: { token: string }, seed: number) =>
    Promise.all(
      Array.from({ length: TEXTS_EACH }, (_, n) => {
        const text = HOSTILE[(seed * TEXTS_EACH + n) % HOSTILE.length]
        // Not stored, as commits take their time on a slow disk, whatever the text.
        return server.call('POST', '/api/preview', token, { text })
      }),
    )

  type Outcome = { waiting: number; rendering: number }
  const isGood = ({ waiting, rendering }: Outcome) =>
    waiting < MOST_WAITING && rendering < MOST_WAITING_TO_RENDER
  const run = async (): Promise<Outcome> => {
    const { token } = victim
    const bystander = await Bystander.at(
      server,
      { method: 'GET', path: '/api/auth', token },
      { method: 'GET', path: `/api/posts/${own._id}`, token },
      { method: 'GET', path: `/api/people/${victim.id}` },
    )
    const attacks = pending(Promise.all(attackers.map(attack)))
    const rendering: number[] = []
    for (let n = 0; n < 5; n++) {
      const start = performance.now()
      const { body } = await server.call('POST', '/api/preview', token, { text: `**Number ${n}**` })
      rendering.push(performance.now() - start)
      expect(body).toMatchObject({ html: expect.stringContaining(`Number ${n}`) })
    }
    const answers = (await attacks).flat()
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    return { waiting: (await bystander.waits()).at(-1) ?? 0, rendering: Math.max(...rendering) }
  }

  // Whatever else the machine does makes waiting longer, so one good run is enough; the next test does not use a clock.
  let best = await run()
  for (let n = 1; n < MOST_TRIES && !isGood(best); n++) best = await run()
  expect(best).toSatisfy(isGood)
  expect(server.megabytes).toBeLessThan(MOST_MEGABYTES)
})

test('hostile texts that are stored and found never keep the event loop busy for long', async () => {
  const file = join(temporaryFolder(), 'busy-ticks')
  const probe = new URL('./busy-ticks.ts', import.meta.url)
  const { server, attackers } = await startWithAttackers({
    NODE_OPTIONS: `--import ${probe}`,
    BUSY_TICKS: file,
  })

  const busiest = () => Math.max(0, ...readFileSync(file, 'utf8').split('\n').map(Number))
  const search = async (q = 'needle') =>
    (await server.call('GET', `/api/search?q=${q}&limit=100`, attackers[0]?.token)).body
  for (const { token } of attackers) {
    for (const text of [...Array.from({ length: TEXTS_EACH }, () => HAYSTACK), SLOW_HAYSTACK, MANY_WORDS]) {
      await server.call('POST', '/api/posts', token, { text })
    }
  }
  // So that it is indexed, too.
  const excerpt = expect.stringContaining('<mark>needle</mark>')
  await expect.poll(() => search()).toContainEqual(expect.objectContaining({ excerpt }))

  /** The longest that the event loop was busy while two attackers sent each text, and one searched. */
  const run = async () => {
    writeFileSync(file, '')
    const writes = attackers
      .slice(0, 2)
      .flatMap(({ token }) => HOSTILE.map((text) => server.call('POST', '/api/posts', token, { text })))
    const answers = await Promise.all(writes)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    for (const { token } of attackers) await server.call('POST', '/api/profile', token, SLOW_PROFILE)
    // The first search indexes what has not been indexed beside the writes.
    await search()
    await search()
    expect(await search('needle broad')).toEqual([])
    return busiest()
  }

  const runs = await runUntilDecided(run, MOST_BUSY)
  expect(median(runs)).toBeLessThan(MOST_BUSY)
})
