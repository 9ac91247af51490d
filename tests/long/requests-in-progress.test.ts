import { randomBytes } from 'node:crypto'
import type { KyselyPlugin } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { newId } from '../../server/ids.ts'
import { type ApiResponse, type Person, startApp, type TestApp } from '../app.ts'
import { EventListener } from '../event-listener.ts'

// See server/platform/http/slots.ts.
const OF_MEMBER = 8
const OF_ADDRESS = 32
const WAITING = 100

const ATTACKER = '203.0.113.1'
const VISITOR = '203.0.113.2'

let app: TestApp
let member: Person
let running: number
let most: number
let release: () => void
let released: Promise<void>

/** Reads of these profiles wait until the test releases them. */
const heldIds = new Set<string>()
const queries = new WeakSet<object>()
const holdReads: KyselyPlugin = {
  transformQuery({ node, queryId }) {
    const text = JSON.stringify(node)
    const id = heldIds.keys().find((each) => text.includes(each))
    if (id && heldIds.delete(id)) queries.add(queryId)
    return node
  },
  async transformResult({ result, queryId }) {
    if (!queries.has(queryId)) return result
    most = Math.max(most, ++running)
    await released
    running--
    return result
  },
}

beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: '1' })
  member = await app.signUp()
  app.db.kysely = app.db.kysely.withPlugin(holdReads)
})
beforeEach(() => {
  running = 0
  most = 0
  const gate = Promise.withResolvers<void>()
  release = gate.resolve
  released = gate.promise
})
afterEach(() => release())
afterAll(() => app.stop())

/** A missing profile, so that no response is cached. */
function read(address: string, token?: string): Promise<ApiResponse> {
  const id = newId()
  heldIds.add(id)
  return app.call('GET', `/api/profile/user/${id}`, { token, headers: { 'x-forwarded-for': address } })
}

function statusesOf(responses: ApiResponse[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

async function flood(count: number, send: (n: number) => Promise<ApiResponse>, atOnce: number) {
  let refused = 0
  const sent = Array.from({ length: count }, async (_, n) => {
    const response = await send(n)
    if (response.status === 429) refused++
    return response
  })
  await expect.poll(() => [running, refused]).toEqual([atOnce, Math.max(0, count - atOnce - WAITING)])
  release()
  const responses = await Promise.all(sent)
  expect(most).toBe(atOnce)
  return responses
}

test('of a member eight requests are in progress, a hundred wait, and the rest is refused at once', async () => {
  // An unknown token would be looked up first.
  expect((await member.get('/api/auth')).status).toBe(200)
  const responses = await flood(150, () => read(ATTACKER, member.token), OF_MEMBER)
  expect(statusesOf(responses)).toEqual({ 404: OF_MEMBER + WAITING, 429: 150 - OF_MEMBER - WAITING })
  for (const { status, headers, body } of responses) {
    if (status !== 429) continue
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(body).toEqual({ errors: [{ msg: 'Too many requests, please try again later' }] })
  }
})

test('of the visitors of an address 32 requests are in progress, and its networks count as one', async () => {
  const responses = await flood(120, (n) => read(`2001:db8::${n.toString(16)}`), OF_ADDRESS)
  expect(statusesOf(responses)).toEqual({ 404: 120 })
})

test('of all members of an address 32 requests are in progress, none is refused, and another address does not wait', async () => {
  const members = await Promise.all(Array.from({ length: 20 }, () => app.signUp()))
  for (const member of members) expect((await member.get('/api/auth')).status).toBe(200)
  const sent = Array.from({ length: 160 }, (_, n) => read(ATTACKER, members[n % 20]?.token))
  await expect.poll(() => running).toBe(OF_ADDRESS)
  const headers = { 'x-forwarded-for': VISITOR }
  expect((await app.call('GET', '/api/auth', { token: member.token, headers })).status).toBe(200)
  release()
  expect(statusesOf(await Promise.all(sent))).toEqual({ 404: 160 })
  expect(most).toBe(OF_ADDRESS)
})

test('invented tokens give nobody more slots', async () => {
  const invented = () => randomBytes(32).toString('base64url')
  await flood(120, () => read(ATTACKER, invented()), OF_ADDRESS)
})

test('calls, pages, feeds and sitemaps of an address wait together, and those of another address do not', async () => {
  const sent = Array.from({ length: OF_ADDRESS }, () => read(ATTACKER))
  await expect.poll(() => running).toBe(OF_ADDRESS)
  const paths = [
    '/api/profile',
    `/profile/${newId()}`,
    '/@nobody',
    '/feed.atom',
    '/sitemap.xml',
    '/unsubscribe',
  ]
  const open = (address: string) =>
    paths.map((path) => app.call('GET', path, { headers: { 'x-forwarded-for': address } }))
  let isOpen = false
  const ownRequests = open(ATTACKER).map((response) => response.then(() => (isOpen = true)))
  await Promise.all(open(VISITOR))
  expect(isOpen).toBe(false)
  expect((await app.call('GET', '/theme.js', { headers: { 'x-forwarded-for': ATTACKER } })).status).toBe(200)
  release()
  await Promise.all([...sent, ...ownRequests])
})

test('those who disconnect leave the queue', async () => {
  expect((await member.get('/api/auth')).status).toBe(200)
  const sent = Array.from({ length: OF_MEMBER }, () => read(ATTACKER, member.token))
  await expect.poll(() => running).toBe(OF_MEMBER)
  const leaving = new AbortController()
  const headers = { 'x-auth-token': member.token }
  const waitingRequests = Array.from({ length: WAITING + 1 }, () =>
    fetch(`${app.running.address}/api/profile/user/${newId()}`, { headers, signal: leaving.signal }),
  )
  const otherRequests = Promise.allSettled(waitingRequests)
  expect((await Promise.race(waitingRequests)).status).toBe(429)
  leaving.abort()
  expect((await otherRequests).filter(({ status }) => status === 'rejected')).toHaveLength(WAITING)
  const lastRequest = read(ATTACKER, member.token)
  release()
  expect(statusesOf(await Promise.all([...sent, lastRequest]))).toEqual({ 404: OF_MEMBER + 1 })
  expect(most).toBe(OF_MEMBER)
})

test('streams of events, exports and repositories take no slots', async () => {
  expect((await member.get('/api/auth')).status).toBe(200)
  const sent = Array.from({ length: OF_MEMBER }, () => read(ATTACKER, member.token))
  await expect.poll(() => running).toBe(OF_MEMBER)
  const stream = await EventListener.open(app.running.address, member.token)
  onTestFinished(() => stream.close())
  expect(stream.response.status).toBe(200)
  expect((await member.get('/api/profile/github/nobody')).status).toBe(502)
  release()
  await Promise.all(sent)
})

test('a member who is signed in does not wait for strangers at the same address', async () => {
  expect((await member.get('/api/auth')).status).toBe(200)
  const sent = Array.from({ length: OF_ADDRESS + 10 }, () => read(ATTACKER))
  await expect.poll(() => running).toBe(OF_ADDRESS)
  const ownRequest = read(ATTACKER, member.token)
  await expect.poll(() => running).toBe(OF_ADDRESS + 1)
  release()
  await Promise.all([...sent, ownRequest])
})
