import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RepoHost } from '../../server/features/profiles/repos.ts'
import { sendRaw } from '../abuse/raw-request.ts'
import { distributed, engine, PASSWORD, type Person, startApp, type TestApp } from '../app.ts'

let app: TestApp
let person: Person
const lines: string[] = []

beforeAll(async () => {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  app = await startApp({ LOG_LEVEL: 'trace' }, pino({ level: 'trace' }, stream))
  person = await app.signUp()
})
afterAll(() => app.stop())

const UNAVAILABLE = 'The database is unavailable, please try again'
const JSON_TYPE = 'application/json; charset=utf-8'

function send(text: string): Promise<{ status: number; head: string; body: string }> {
  const { hostname, port } = new URL(app.running.address)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let received = ''
    socket.on('data', (data) => {
      received += data
    })
    socket.on('error', reject)
    socket.on('end', () => {
      const [head = '', body = ''] = received.split('\r\n\r\n')
      resolve({ status: Number(head.split(' ')[1]), head, body })
    })
    socket.end(text)
  })
}

test.each([
  ['GET', '/api'],
  ['GET', '/api/'],
  ['GET', '/api/nothing'],
  ['GET', '/api/profile/user'],
  ['POST', '/api/posts/x/y/z'],
  ['OPTIONS', '/api/nothing'],
  ['POST', '/api/nothing'],
  ['GET', '//api/profile'],
  ['GET', '/api/posts/%zz'],
  ['GET', '/api/profile/user/%E0%A4%A'],
  ['GET', `/api/profile/user/${'a'.repeat(600)}`],
  ['GET', `/api/${'a'.repeat(6_000)}`],
  ['GET', '/no-such-file.js'],
  ['POST', '/no-such-file.js'],
  ['GET', '/%00'],
])('%s %s, which does not exist, returns a 404 in JSON', async (method, path) => {
  const response = await app.call(method, path, { token: person.token })
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toBe(JSON_TYPE)
  expect(response.body.errors).toEqual([{ msg: expect.stringMatching(/^(Not|Post not) found$/) }])
})

test.each([
  ['an unknown method', 400, 'BREW /api/posts HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a length that is none', 400, 'POST /api/posts HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n'],
  ['a header without end', 431, `GET /api/posts HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`],
  ['no HTTP at all', 400, 'hello\r\n\r\n'],
  ['no host', 400, 'GET /api/profile HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['a path that cannot be decoded', 404, 'GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
])('an unreadable request with %s is rejected with an ordinary error response', async (_, status, text) => {
  const response = await send(text)
  expect(response.status).toBe(status)
  const reqId = /\r\nx-request-id: ([\w-]+)(\r\n|$)/i.exec(response.head)?.[1]
  const logged = lines.map((line) => JSON.parse(line))
  expect(logged).toContainEqual(expect.objectContaining({ reqId, status }))
  expect(JSON.parse(response.body)).toEqual({ errors: [{ msg: expect.stringMatching(/./) }] })
})

test('an unknown Expect header is ignored', async () => {
  const request = { method: 'GET', path: '/api/profile', headers: { expect: 'tea' } }
  expect((await sendRaw(app.running.address, request)).status).toBe(200)
})

test('every error response has the request id that is in the log', async () => {
  const failures = [
    ['GET', '/api/auth', 401],
    ['POST', '/api/posts', 401],
    ['POST', '/api/auth', 400],
    ['GET', '/api/posts/none', 404],
    ['GET', '/api/nothing', 404],
    ['GET', '/api/posts/%zz', 404],
    ['GET', '/no-such-file.js', 404],
  ] as const
  for (const [method, path, status] of failures) {
    for (const requestId of [undefined, 'from-the-proxy']) {
      lines.length = 0
      const headers = requestId ? { 'x-request-id': requestId } : undefined
      const token = path.startsWith('/api/posts/') ? person.token : undefined
      const response = await app.call(method, path, { token, headers })
      expect(response.status, path).toBe(status)
      const reqId = response.headers.get('x-request-id')
      expect(reqId, path).toMatch(requestId ? /^from-the-proxy$/ : /^[\w-]{8,}$/)
      const logged = () => lines.map((line) => JSON.parse(line))
      await expect.poll(logged).toContainEqual(expect.objectContaining({ reqId, status }))
    }
  }
})

test('a bug is a 500 without details, which are in the log with the request id', async () => {
  const secret = 'select * from secrets'
  vi.spyOn(RepoHost.prototype, 'latestRepos').mockImplementation(() => {
    throw new TypeError(secret)
  })
  lines.length = 0
  const response = await app.call('GET', '/api/profile/github/ada')
  vi.restoreAllMocks()
  expect(response.status).toBe(500)
  expect(response.body).toEqual({ errors: [{ msg: 'Server error' }] })
  expect(JSON.stringify([...response.headers])).not.toContain(secret)

  const logged = lines.map((line) => JSON.parse(line))
  const bug = logged.find(({ level }) => level === 50)
  expect(bug).toMatchObject({ reqId: expect.stringMatching(/./), route: '/api/profile/github/:username' })
  expect(bug.err).toMatchObject({
    type: 'TypeError',
    message: secret,
    stack: expect.stringContaining('.ts:'),
  })
  expect(logged).toContainEqual(expect.objectContaining({ reqId: bug.reqId, status: 500 }))
})

test('a database that cannot be read to check for changes is a 503, and the process serves the next request', async () => {
  const error = Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 10 })
  for (const path of ['/api/profile', '/api/posts']) {
    vi.spyOn(app.db.changes, 'since').mockImplementationOnce(() => {
      throw error
    })
    expect(await person.get(path)).toMatchObject({ status: 503, body: { errors: [{ msg: UNAVAILABLE }] } })
    expect((await person.get(path)).status).toBe(200)
  }
})

test('an outage is logged once a minute for each cause, without stacks', async () => {
  const outages = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'unavailable')
  const fail = async (message: string, errcode: number, times: number) => {
    for (let count = 0; count < times; count++) {
      vi.spyOn(app.db.changes, 'since').mockImplementationOnce(() => {
        throw Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode })
      })
      expect((await person.get('/api/posts')).status).toBe(503)
    }
  }
  lines.length = 0
  await fail('unable to open database file', 14, 20)
  await fail('database or disk is full', 13, 20)
  expect(outages()).toMatchObject([
    { level: 40, cause: 'Error: unable to open database file', times: 1, route: '/api/posts' },
    { level: 40, cause: 'Error: database or disk is full', times: 1 },
  ])
  expect(lines.filter((line) => line.includes('    at '))).toEqual([])

  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000)
  await fail('database or disk is full', 13, 2)
  clock.mockRestore()
  expect(outages().slice(2)).toMatchObject([{ cause: 'Error: database or disk is full', times: 20 }])
})

test.skipIf(distributed)('a foreign key violation that nobody expected is logged as a bug', async () => {
  const run = (...statements: string[]) =>
    app.db.transaction(async (trx) => {
      for (const statement of statements) await sql.raw(statement).execute(trx)
    })
  if (engine === 'sqlite') {
    await run(`create trigger violate after insert on posts begin
      insert into likes (post_id, user_id, id) values (new.id, 'nobody', 'x'); end`)
  } else {
    await run(
      'create function violate() returns trigger language plpgsql as $$ begin raise foreign_key_violation; end $$',
      'create trigger violate before insert on posts execute function violate()',
    )
  }
  lines.length = 0
  const response = await person.post('/api/posts', { text: 'Anything' })
  await run(`drop trigger violate ${engine === 'sqlite' ? '' : 'on posts'}`)
  expect(response).toMatchObject({ status: 500, body: { errors: [{ msg: 'Server error' }] } })
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ level: 50, route: '/api/posts', msg: 'bug' }),
  )
  expect((await person.get('/api/auth')).status).toBe(200)
})

test('no token, password, email or text gets into the log', async () => {
  lines.length = 0
  const secrets = { email: 'hidden@example.com', password: 'hidden-password', text: 'hidden-text' }
  const { body } = await app.call('POST', '/api/users', { body: { name: 'Hidden-Name', ...secrets } })
  const hidden = { token: body.token as string }
  await app.call('POST', '/api/users', { body: { name: 'Hidden-Name', ...secrets } })
  await app.call('POST', '/api/auth', { body: secrets })
  await app.call('POST', '/api/auth', { body: { ...secrets, password: `${PASSWORD}-hidden-wrong` } })
  await app.call('POST', '/api/posts', { ...hidden, body: secrets })
  await app.call('POST', '/api/posts', { ...hidden, body: '{"text":"hidden-text' })
  await app.call('GET', `/api/posts?cursor=hidden-cursor`, hidden)
  await app.call('GET', '/api/auth', { token: `${body.token}x` })
  await app.call('GET', `/api/profile/user/hidden-id`)
  await app.call('DELETE', '/api/profile', hidden)
  const log = lines.join('')
  expect(lines.length).toBeGreaterThanOrEqual(10)
  expect(log).not.toMatch(/hidden/i)
  expect(log).not.toContain(body.token)
})
