import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sendBytes } from '../abuse/raw-request.ts'
import { PASSWORD, type Person, startApp, type TestApp } from '../app.ts'
import { EventListener } from '../event-listener.ts'

const TOO_MANY = { errors: [{ msg: 'Too many requests, please try again later' }] }

let app: TestApp
const start = async (environment = {}) => {
  app = await startApp({ RATE_LIMIT: 'on', ...environment })
}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await app.stop()
})

const logIn = (email: string, password: string, headers = {}) =>
  app.call('POST', '/api/auth', { body: { email, password }, headers })

/** Hashing a hundred passwords would take seconds. */
async function countFurther(most: number): Promise<void> {
  await app.db.transaction((trx) => trx.updateTable('attempts').set({ count: most }).execute())
}

const PIPELINED = 100

/** Few connections, because thousands of separate calls would take long. */
async function ask(
  requests: { path: string; headers: Record<string, string> }[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (let sent = 0; sent < requests.length; sent += PIPELINED) {
    const batch = requests.slice(sent, sent + PIPELINED)
    const bytes = batch.map(({ path, headers }, n) => {
      const isLast = n === batch.length - 1
      const allHeaders = { host: 'x', ...headers, ...(isLast && { connection: 'close' }) }
      const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
      return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
    })
    const { head, body } = await sendBytes(app.running.address, Buffer.from(bytes.join('')))
    for (const [, status = ''] of `${head}${body}`.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
      counts[status] = (counts[status] ?? 0) + 1
    }
  }
  return counts
}

function expectTooMany(response: Awaited<ReturnType<typeof logIn>>, seconds: number): void {
  expect(response.status).toBe(429)
  expect(response.body).toEqual(TOO_MANY)
  const wait = Number(response.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(seconds)
}

test('guessing a password is blocked after twenty failures for the account, even with the right password, for five minutes', async () => {
  await start()
  const person = await app.signUp()
  const guesses = await Promise.all(
    Array.from({ length: 22 }, (_, i) =>
      logIn(i % 2 ? person.email : ` ${person.email.toUpperCase()}`, `guess ${i}`, {
        'x-forwarded-for': `203.0.113.${i}`,
      }),
    ),
  )
  const statuses = guesses.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(20).fill(400), 429, 429])
  expectTooMany(await logIn(person.email, PASSWORD), 300)

  const other = await app.signUp()
  expect((await logIn(other.email, PASSWORD)).status).toBe(200)
  expect((await person.get('/api/auth')).status).toBe(200)

  vi.setSystemTime(Date.now() + 5 * 60_000 + 1_000)
  expect((await logIn(person.email, PASSWORD)).status).toBe(200)
})

test('a login with the right password does not count as a guess', async () => {
  await start()
  const person = await app.signUp()
  await logIn(person.email, 'wrong')
  await countFurther(19)
  for (let i = 0; i < 3; i++) expect((await logIn(person.email, PASSWORD)).status).toBe(200)
  expect((await logIn(person.email, 'wrong')).status).toBe(400)
  expectTooMany(await logIn(person.email, 'wrong'), 300)
})

test('guessing a password is blocked after a hundred failures from one address, whatever the accounts', async () => {
  await start()
  await logIn('first@example.com', 'wrong')
  await countFurther(99)
  expect((await logIn('second@example.com', 'wrong')).status).toBe(400)
  expectTooMany(await logIn('third@example.com', 'wrong'), 300)
})

test('guessing a password with the call that changes the password is counted too', async () => {
  await start()
  const person = await app.signUp()
  const guess = () => person.put('/api/auth/password', { password: 'wrong', newPassword: 'another' })
  expect((await guess()).status).toBe(400)
  await countFurther(20)
  expectTooMany(await guess(), 300)
})

test('guessing a password is counted over all processes', async () => {
  await start()
  const second = await app.another({ RATE_LIMIT: 'on' })
  try {
    await logIn('someone@example.com', 'wrong')
    await countFurther(20)
    const body = { email: 'someone@example.com', password: 'wrong' }
    expectTooMany(await second.call('POST', '/api/auth', { body }), 300)
  } finally {
    await second.stop()
  }
})

test('guessing a password behind a trusted proxy is counted by the address the proxy states, not by one the client claims', async () => {
  await start({ TRUST_PROXY: '1' })
  const from = (address: string) => logIn('someone@example.com', 'wrong', { 'x-forwarded-for': address })
  await from('203.0.113.7')
  await countFurther(20)
  expectTooMany(await from('203.0.113.7'), 300)
  expectTooMany(await from('198.51.100.1, 203.0.113.7'), 300)
  expect((await from('203.0.113.8')).status).toBe(400)
})

describe.each(['1', 'loopback'])('behind a proxy, trusted as %s,', (TRUST_PROXY) => {
  test.each([
    ['a new port with every request', (i: number) => `203.0.113.7:${40_000 + i}`],
    ['a new port of an IPv6 address', (i: number) => `[2001:db8::7]:${40_000 + i}`],
    ['rubbish', (i: number) => `rubbish-${i}`],
    ['rubbish after an address', (i: number) => `203.0.113.${i}, "rubbish ${i}"`],
  ])('%s gives a guesser no more attempts, nor more registrations', async (_, forwarded) => {
    await start({ TRUST_PROXY })
    const headers = (i: number) => ({ 'x-forwarded-for': forwarded(i) })
    const guess = (i: number) => logIn('someone@example.com', `guess ${i}`, headers(i))
    expect((await guess(1)).status).toBe(400)
    await countFurther(19)
    expect((await guess(2)).status).toBe(400)
    expectTooMany(await guess(3), 300)

    const body = { name: 'N', email: 'new@example.com', password: PASSWORD }
    const register = (i: number) => app.call('POST', '/api/users', { body, headers: headers(i) })
    expect((await register(1)).status).toBe(200)
    await countFurther(300)
    expectTooMany(await register(2), 600)
  })
})

test('one address can register three hundred accounts in ten minutes', async () => {
  await start()
  const register = (email: string) =>
    app.call('POST', '/api/users', { body: { name: 'N', email, password: PASSWORD } })
  expect((await register('a@example.com')).status).toBe(200)
  await countFurther(299)
  expect((await register('b@example.com')).status).toBe(200)
  expectTooMany(await register('c@example.com'), 600)
  expect((await register('not an email')).status).toBe(400)
  vi.setSystemTime(Date.now() + 10 * 60_000 + 1_000)
  expect((await register('c@example.com')).status).toBe(200)
})

test.each([
  ['refused calls', '/api/auth', 401],
  ['unknown paths', '/api/nothing', 404],
  ['pages', '/login', 200],
  ['pictures that do not exist', `/pictures/${'a'.repeat(64)}.webp`, 404],
])(
  'an address is blocked after three thousand %s within a minute, whatever its ports',
  async (_, path, status) => {
    await start({ TRUST_PROXY: '1' })
    let port = 0
    const from = () => ({ 'x-forwarded-for': `203.0.113.7:${++port}` })
    const statuses = await ask(Array.from({ length: 3_050 }, () => ({ path, headers: from() })))
    expect(statuses).toEqual({ [status]: 3_000, 429: 50 })
    expectTooMany(await app.call('GET', '/api/auth', { headers: from() }), 60)
    expect((await app.call('GET', '/theme.js', { headers: from() })).status).toBe(200)
    expect((await app.call('GET', path)).status).toBe(status)
    expect((await app.call('GET', '/healthz', { headers: from() })).status).toBe(200)
    vi.setSystemTime(Date.now() + 61_000)
    expect((await app.call('GET', path, { headers: from() })).status).toBe(status)
  },
)

test('no response says how many requests are left', async () => {
  await start()
  const { headers } = await app.call('GET', '/api/profile')
  expect([...headers.keys()].filter((name) => name.includes('ratelimit'))).toEqual([])
})

test.each([
  ['GET', '/api/search?q=a', 120],
  ['GET', '/api/search/counts?q=a', 120],
  ['GET', '/api/profile?skill=SQL', 120],
  ['GET', '/api/profile/counts', 120],
  ['POST', '/api/preview', 120],
  ['GET', '/api/skills?prefix=a', 300],
  ['GET', '/api/tags?prefix=a', 300],
])('a member makes %s %s at most %i times a minute, from any address', async (method, path, most) => {
  await start({ TRUST_PROXY: '1' })
  const member = await app.signUp()
  const other = await app.signUp()
  const body = method === 'POST' ? { text: 'Hm' } : undefined
  const call = ({ token }: Person, n: number) =>
    app.call(method, path, { token, body, headers: { 'x-forwarded-for': `203.0.113.${n % 250}` } })
  for (let n = 0; n < most; n++) expect((await call(member, n)).status).toBe(200)
  expectTooMany(await call(member, most), 60)
  expect((await call(other, 1)).status).toBe(200)
  expect((await member.get('/api/auth')).status).toBe(200)
  expect((await member.get('/api/profile?limit=10')).status).toBe(200)
  vi.setSystemTime(Date.now() + 61_000)
  expect((await call(member, 1)).status).toBe(200)
})

test('the visitors of an address search at most 600 times a minute', async () => {
  await start({ TRUST_PROXY: '1' })
  const from = (address: string) => ({
    path: '/api/profile?skill=SQL',
    headers: { 'x-forwarded-for': address },
  })
  const statuses = await ask(Array.from({ length: 650 }, () => from('203.0.113.7')))
  expect(statuses).toEqual({ 200: 600, 429: 50 })
  expect(await ask([from('203.0.113.8')])).toEqual({ 200: 1 })
})

test('calls are counted however their URL is written', async () => {
  await start()
  const paths = ['http://x/api/auth', '/%61pi/auth']
  const calls = Array.from({ length: 3_000 }, (_, n) => ({ path: paths[n % 2] ?? '', headers: {} }))
  expect(await ask(calls)).toEqual({ 401: 3_000 })
  expectTooMany(await app.call('GET', '/api/auth'), 60)
})

test('an address has at most 500 streams of events, and a class of 40 with two tabs each never notices', async () => {
  await start({ TRUST_PROXY: '1' })
  const members = await Promise.all(Array.from({ length: 41 }, () => app.signUp()))
  const open = async (index: number, address: string) => {
    const { token = '' } = members[index % members.length] ?? {}
    const headers = { 'x-forwarded-for': address }
    const listener = await EventListener.open(app.running.address, token, { headers })
    onTestFinished(() => listener.close())
    return listener
  }
  const openMany = async (count: number, address: string) => {
    const listeners: EventListener[] = []
    // In groups, because a busy machine refuses some of hundreds of concurrent requests.
    while (listeners.length < count) {
      listeners.push(
        ...(await Promise.all(Array.from({ length: 20 }, (_, n) => open(listeners.length + n, address)))),
      )
    }
    return listeners
  }
  const ofClass = await openMany(80, '203.0.113.7')
  const ofOffice = await openMany(420, '203.0.113.7')
  expect([...ofClass, ...ofOffice].filter(({ response }) => response.status !== 200)).toEqual([])
  expect((await open(0, '203.0.113.7')).response.status).toBe(429)
  expect((await open(0, '203.0.113.8')).response.status).toBe(200)
  ofOffice[0]?.close()
  await expect.poll(async () => (await open(0, '203.0.113.7')).response.status).toBe(200)
})

test('cached responses count once, however they are encoded', async () => {
  await start()
  await app.signUpWithProfile()
  const encodings = ['identity', 'br', `a${' '.repeat(5_000)}b`]
  const headers = (n: number) => ({ 'accept-encoding': encodings[n % 3] ?? '' })
  const readTimes = (count: number) =>
    ask(Array.from({ length: count }, (_, n) => ({ path: '/api/profile', headers: headers(n) })))
  expect(await readTimes(2_999)).toEqual({ 200: 2_999 })
  expect(await readTimes(51)).toEqual({ 429: 51 })
})
