import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '../app.ts'

let app: TestApp
let person: Person
let large: string
beforeAll(async () => {
  app = await startApp()
  person = await app.signUp()
  large = await person.write('x'.repeat(10_000))
  for (let n = 0; n < 12; n++) await person.post(`/api/posts/comment/${large}`, { text: 'y'.repeat(10_000) })
})
afterAll(() => app.stop())

type Sent = { method?: string; path: string; body?: object }

async function pipeline(requests: Sent[], pause = 0): Promise<unknown[]> {
  const { hostname, port } = new URL(app.running.address)
  const socket = connect(Number(port), hostname)
  const texts = requests.map(({ method = 'GET', path, body }, index) => {
    const json = body ? JSON.stringify(body) : ''
    const headers = [
      'host: x',
      `x-auth-token: ${person.token}`,
      ...(body ? ['content-type: application/json', `content-length: ${Buffer.byteLength(json)}`] : []),
      ...(index === requests.length - 1 ? ['connection: close'] : []),
    ]
    return `${method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${json}`
  })
  socket.write(texts.join(''))
  const chunks: Buffer[] = []
  for await (const chunk of socket) {
    chunks.push(chunk as Buffer)
    if (pause) await setTimeout(pause)
  }
  return bodiesOf(Buffer.concat(chunks))
}

function bodiesOf(bytes: Buffer): unknown[] {
  const bodies: unknown[] = []
  for (let offset = 0; offset < bytes.length; ) {
    const end = bytes.indexOf('\r\n\r\n', offset)
    const head = bytes.toString('latin1', offset, end)
    expect(head).toMatch(/^HTTP\/1.1 200 OK/)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
    bodies.push(JSON.parse(bytes.toString('utf8', end + 4, end + 4 + length)))
    offset = end + 4 + length
  }
  return bodies
}

test('a hundred pipelined requests get their responses in order', async () => {
  const posts = await Promise.all(['one', 'two', 'three'].map((text) => person.write(text)))
  const requestedPosts = Array.from({ length: 100 }, (_, n) => posts[n % 3] ?? '')
  const read = (await pipeline(requestedPosts.map((id) => ({ path: `/api/posts/${id}` })))) as {
    _id: string
  }[]
  expect(read.map(({ _id }) => _id)).toEqual(requestedPosts)
})

test('a slow reader gets all of several large responses', async () => {
  const posts = await pipeline(
    Array.from({ length: 100 }, () => ({ path: `/api/posts/${large}` })),
    5,
  )
  expect(posts).toHaveLength(100)
  for (const post of posts) expect(post).toMatchObject({ _id: large, commentCount: 12 })
})

test('pipelined writes run one after another, with bodies that arrive in pieces', async () => {
  const post = await person.write('In order')
  const texts = Array.from({ length: 60 }, (_, n) => `${n} ${'z'.repeat(n % 2 ? 7_000 : 10)}`)
  const path = `/api/posts/comment/${post}`
  await pipeline(texts.map((text) => ({ method: 'POST', path, body: { text } })))
  const { body } = await person.get(`/api/posts/${post}`)
  expect(body.comments.map((comment: { text: string }) => comment.text)).toEqual(texts.toReversed())
})

test('a connection that closes in the middle affects no other', async () => {
  const { hostname, port } = new URL(app.running.address)
  for (let time = 0; time < 3; time++) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(
      `GET /api/posts/${large} HTTP/1.1\r\nhost: x\r\nx-auth-token: ${person.token}\r\n\r\n`.repeat(100),
    )
    await once(socket, 'data')
    socket.destroy()
  }
  expect((await person.get(`/api/posts/${large}`)).status).toBe(200)
})

test('a connection that sends hundreds of requests without waiting for a response is closed', async () => {
  const { hostname, port } = new URL(app.running.address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {}).resume()
  socket.write('GET /api/profile HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(300))
  await once(socket, 'close')
  expect((await person.get(`/api/posts/${large}`)).status).toBe(200)
})
