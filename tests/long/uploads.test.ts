import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { connect, type Socket } from 'node:net'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '../app.ts'

// See server/platform/http/uploads.ts.
const AT_ONCE = 16
const OF_MEMBER = 2

let app: TestApp
let small: Buffer
const sockets: Socket[] = []
const accepted: Socket[] = []
const accept = (message: unknown) => void accepted.push((message as { socket: Socket }).socket)
beforeAll(async () => {
  subscribe('net.server.socket', accept)
  app = await startApp()
  small = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0f0' } })
    .png()
    .toBuffer()
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(async () => {
  unsubscribe('net.server.socket', accept)
  await app.stop()
})

async function begin(person: Person, count: number): Promise<void> {
  expect((await person.get('/api/auth')).status).toBe(200)
  const { hostname, port } = new URL(app.running.address)
  accepted.length = 0
  for (let n = 0; n < count; n++) {
    const socket = connect(Number(port), hostname)
    sockets.push(socket)
    socket.on('error', () => {})
    socket.write(
      `POST /api/pictures HTTP/1.1\r\nHost: x\r\nx-auth-token: ${person.token}\r\n` +
        'Content-Type: image/png\r\nContent-Length: 1000\r\n\r\nx',
    )
  }
  await expect.poll(() => accepted.filter(({ bytesRead }) => bytesRead > 0)).toHaveLength(count)
}

async function expectToWait(upload: Promise<{ status: number }>): Promise<void> {
  let hasEnded = false
  const ended = upload.then(({ status }) => {
    hasEnded = true
    return status
  })
  const other = await app.signUp()
  for (let n = 0; n < 3; n++) expect((await other.get('/api/auth')).status).toBe(200)
  expect(hasEnded).toBe(false)
  sockets[0]?.destroy()
  expect(await ended).toBe(200)
}

test('a member uploads two pictures at a time, and a third one waits for one of them', async () => {
  const member = await app.signUp()
  const other = await app.signUp()
  await begin(member, OF_MEMBER)
  const third = member.upload(small)
  expect((await other.upload(small)).status).toBe(200)
  await expectToWait(third)
})

test('sixteen pictures are uploaded at a time, and the next one waits for one of them', async () => {
  for (let n = 0; n < AT_ONCE / OF_MEMBER; n++) await begin(await app.signUp(), OF_MEMBER)
  await expectToWait((await app.signUp()).upload(small))
})

test('a member who gives up while waiting takes no place of others', async () => {
  for (let n = 0; n < AT_ONCE / OF_MEMBER; n++) await begin(await app.signUp(), OF_MEMBER)
  const member = await app.signUp()
  await begin(member, OF_MEMBER)
  for (const socket of sockets.splice(-OF_MEMBER)) socket.destroy()
  await expectToWait(member.upload(small))
})
