import { randomBytes } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { connect, type Socket } from 'node:net'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '../../app.ts'

// See server/platform/http/uploads.ts.
const ACCOUNTS = 4
const UPLOADS_OF_A_MEMBER = 4
const ALL = 64 * 1024 * 1024
// Sixteen of them take more than all uploads in flight may.
const ALMOST_TOO_LARGE = 5 * 1024 * 1024 - 1

let app: TestApp
let other: Person
let small: Buffer
const sockets: Socket[] = []
/** The server's ends of all connections. */
const accepted: Socket[] = []
const accept = (message: unknown) => void accepted.push((message as { socket: Socket }).socket)
beforeAll(async () => {
  subscribe('net.server.socket', accept)
  app = await startApp()
  other = await app.signUp()
  small = await noise(400)
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  // Pictures whose senders are gone are not converted.
  await expect.poll(waiting).toBe(0)
})
afterAll(async () => {
  unsubscribe('net.server.socket', accept)
  await app.stop()
})

/** Random pixels, which cannot be compressed. */
const noise = (size: number) =>
  sharp(randomBytes(size * size * 3), { raw: { width: size, height: size, channels: 3 } })
    .png()
    .toBuffer()

/** How many pictures wait for the converter. */
const waiting = () => app.running.context.gauges.find(({ name }) => name === 'pictures_waiting')?.read()

/** Sends a body as someone, on a connection that stays open. */
function send({ token }: Person, body: Buffer, length = body.length): Socket {
  const { hostname, port } = new URL(app.running.address)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  socket.on('error', () => {})
  socket.write(
    `POST /api/pictures HTTP/1.1\r\nHost: x\r\nx-auth-token: ${token}\r\n` +
      `Content-Type: image/png\r\nContent-Length: ${length}\r\n\r\n`,
  )
  socket.write(body)
  return socket
}

/** The same from several accounts, as often as each of them may at a time; resolves when the server has read it all. */
async function sendFromAll(body: Buffer, length?: number): Promise<Socket[]> {
  const people = await Promise.all(Array.from({ length: ACCOUNTS }, () => app.signUp()))
  const all = people.flatMap((person) => Array.from({ length: UPLOADS_OF_A_MEMBER }, () => person))
  accepted.length = 0
  const sent = all.map((person) => send(person, body, length))
  await expect
    .poll(() => accepted.filter(({ bytesRead }) => bytesRead > body.length))
    .toHaveLength(all.length)
  return sent
}

async function statusOf(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket) {
    text += chunk
    if (text.includes('\r\n')) break
  }
  return text.slice(0, 'HTTP/1.1 200'.length)
}

test('a member uploads four pictures at a time, which delay those of another by one at most', async () => {
  const member = await app.signUp()
  const large = await noise(1_200)
  let done = 0
  const all = Array.from({ length: UPLOADS_OF_A_MEMBER }, async () => {
    const { status } = await member.upload(large)
    done++
    return status
  })
  await expect.poll(waiting).toBe(UPLOADS_OF_A_MEMBER - 1)
  expect((await member.upload(small)).status).toBe(429)
  expect((await other.upload(small)).status).toBe(200)
  expect(done).toBeLessThanOrEqual(2)
  expect(await Promise.all(all)).toEqual([200, 200, 200, 200])
})

test('uploads that never end make room for those of others, the oldest first', async () => {
  const [oldest] = await sendFromAll(Buffer.alloc(ALMOST_TOO_LARGE), ALMOST_TOO_LARGE + 1)
  for (let n = 0; n < 3; n++) expect((await other.upload(small)).status).toBe(200)
  oldest?.write('x')
  expect(await statusOf(oldest as Socket)).toBe('HTTP/1.1 503')
})

test('pictures that wait to be converted make room for those of others', async () => {
  // All of them together leave room for half of a small one.
  const share = Math.floor((ALL - small.length / 2) / (ACCOUNTS * UPLOADS_OF_A_MEMBER))
  const large = await noise(1_100)
  await sendFromAll(Buffer.concat([large, Buffer.alloc(share - large.length)]))
  await expect.poll(waiting).toBeGreaterThan(10)
  expect((await other.upload(small)).status).toBe(200)
})
