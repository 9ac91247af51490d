import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../server/database/database.ts'
import { migrate } from '../../server/database/schema/migrate.ts'
import { pending } from '../../test-support/pending-promise.ts'
import { peakMegabytes } from '../../test-support/process-memory.ts'
import { temporaryFolder } from '../faults/server-process.ts'
import { Bystander } from './attack.ts'
import { member } from './heavy-community.ts'
import { MAX_BUSY, startObserved } from './observed-server.ts'

const MOST_MEGABYTES = 200
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
  // Every pair of characters is a word, so these are ten thousand words.
  Array.from({ length: 10_000 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join(''),
]
const HAYSTACK = `${'lorem ipsum-dolor sit.amet '.repeat(369)} needle`
// The slowest text to tokenize.
const SLOW_HAYSTACK = `unneedle ${'a日b한'.repeat(2_495)} needle`
const SLOW_PROFILE = { status: 'Developer', skills: 'a', bio: 'a日b한'.repeat(1_250) }
// A prefix of this many words is not looked up: texts with the other words are compared.
const MANY_WORDS = Array.from({ length: 20 }, (_, n) => `broad${n}`).join(' ')

async function startWithAttackers() {
  const url = `sqlite:${join(temporaryFolder(), 'test.db')}`
  const db = openDatabase(url)
  await migrate(db)
  const victim = await member(db, 'Victim')
  const attackers = await Promise.all(
    Array.from({ length: ATTACKERS }, (_, n) => member(db, `Attacker ${n}`)),
  )
  await db.close()
  return { ...(await startObserved({ DATABASE_URL: url })), victim, attackers }
}

test('while hostile texts are rendered, others read and have their texts rendered, with little memory', async () => {
  const { server, longestTurn, victim, attackers } = await startWithAttackers()
  const { token } = victim
  const ownPost = (await server.call('POST', '/api/posts', token, { text: 'Hello' })).body as { _id: string }
  const attack = ({ token }: { token: string }, seed: number) =>
    Promise.all(
      Array.from({ length: TEXTS_EACH }, (_, n) => {
        const text = HOSTILE[(seed * TEXTS_EACH + n) % HOSTILE.length]
        // Previews are not stored: commits on a slow disk would hide the time that the text takes.
        return server.call('POST', '/api/preview', token, { text })
      }),
    )
  const bystander = await Bystander.at(
    server,
    { method: 'GET', path: '/api/auth', token },
    { method: 'GET', path: `/api/posts/${ownPost._id}`, token },
    { method: 'GET', path: `/api/people/${victim.id}` },
  )
  longestTurn()
  let hasEnded = false
  const attacks = pending(
    Promise.all(attackers.map(attack)).finally(() => {
      hasEnded = true
    }),
  )
  for (let n = 0; n < 5; n++) {
    const { body } = await server.call('POST', '/api/preview', token, { text: `**Number ${n}**` })
    expect(body).toMatchObject({ html: expect.stringContaining(`<strong>Number ${n}</strong>`) })
  }
  expect(hasEnded).toBe(false)
  const responses = (await attacks).flat()
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
  await bystander.stop()
  expect(longestTurn()).toBeLessThan(MAX_BUSY)
  expect(peakMegabytes(server.pid)).toBeLessThan(MOST_MEGABYTES)
})

test('hostile texts that are stored and found never keep the event loop busy for long', async () => {
  const { server, longestTurn, attackers } = await startWithAttackers()
  const search = async (q = 'needle') =>
    (await server.call('GET', `/api/search?q=${q}&limit=100`, attackers[0]?.token)).body
  for (const { token } of attackers) {
    for (const text of [...Array.from({ length: TEXTS_EACH }, () => HAYSTACK), SLOW_HAYSTACK, MANY_WORDS]) {
      await server.call('POST', '/api/posts', token, { text })
    }
  }
  const excerpt = expect.stringContaining('<mark>needle</mark>')
  await expect.poll(() => search()).toContainEqual(expect.objectContaining({ excerpt }))

  longestTurn()
  const writes = attackers
    .slice(0, 2)
    .flatMap(({ token }) => HOSTILE.map((text) => server.call('POST', '/api/posts', token, { text })))
  const responses = await Promise.all(writes)
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
  for (const { token } of attackers) await server.call('POST', '/api/profile', token, SLOW_PROFILE)
  // The first search indexes pending texts.
  await search()
  await search()
  expect(await search('needle broad')).toEqual([])
  expect(longestTurn()).toBeLessThan(MAX_BUSY)
})
