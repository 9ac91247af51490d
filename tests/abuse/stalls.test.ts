import type { Socket } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { picturePath } from '../../contract/pictures.ts'
import { LONG } from '../../test-support/long-runs.ts'
import { createDatabase, type PostgresServer, startPostgres } from '../../test-support/postgres.ts'
import { peakMegabytes, resetPeak, residentMegabytes } from '../../test-support/process-memory.ts'
import { type ServerProcess, temporaryFolder } from '../faults/server-process.ts'
import { Bystander, bytesOf, sendAndNeverRead, sendAndRead } from './attack.ts'
import { fillHeavy, type Heavy } from './heavy-community.ts'
import { MAX_BUSY, startObserved } from './observed-server.ts'

// docs/security.md promises that a client within the limits neither blocks others
// nor makes the process use more memory than this.
const MAX_MEGABYTES = 250
const RESPONSES = 25

let postgres: PostgresServer
let hostilePicture: Buffer
beforeAll(async () => {
  hostilePicture = await sharp({ create: { width: 7_000, height: 7_000, channels: 4, background: '#0f0' } })
    .png({ progressive: true })
    .toBuffer()
  postgres = await startPostgres(['-c', 'fsync=off'])
})
afterAll(() => postgres.stop())

type Attack = (base: string, heavy: Heavy) => Socket[]

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))
const tokenOf = ({ attacker }: Heavy) => ({ 'x-auth-token': attacker.token })
const BLANKS = `a${' '.repeat(15_000)}b`

function upload(heavy: Heavy, bytes: Buffer, length: number): Buffer {
  const headers = { ...tokenOf(heavy), 'content-type': 'image/png', 'content-length': String(length) }
  return Buffer.concat([Buffer.from(bytesOf('POST', '/api/pictures', headers)), bytes])
}

const pathOfPicture = ({ picture }: Heavy) => picturePath(picture)

const pipelined =
  (pathOf: (heavy: Heavy) => string, send: (base: string, bytes: string) => Socket): Attack =>
  (base, heavy) =>
    times(12, () => send(base, bytesOf('GET', pathOf(heavy), tokenOf(heavy)).repeat(100)))

const LARGE: Record<string, (heavy: Heavy) => string> = {
  'the feed': () => '/api/posts?limit=100',
  'a post': ({ largePost }) => `/api/posts/${largePost}`,
  'its comments': ({ largePost }) => `/api/posts/${largePost}/comments?limit=100`,
  'the developers': () => '/api/profile?limit=100',
  'a profile': ({ largeProfile }) => `/api/profile/user/${largeProfile}`,
}

const ATTACKS: Record<string, Attack> = {
  ...Object.fromEntries(
    Object.entries(LARGE).flatMap(([name, path]) => [
      [`hundreds of reads of ${name} that are not taken`, pipelined(path, sendAndNeverRead)],
      [`hundreds of reads of ${name} that are taken`, pipelined(path, sendAndRead)],
    ]),
  ),

  'headers that are hard to read': (base, heavy) =>
    ['accept-encoding', 'if-none-match', 'accept', 'range', 'x-forwarded-for', 'content-type'].flatMap(
      (name) =>
        times(2, () =>
          sendAndRead(
            base,
            bytesOf('GET', LARGE['the feed']?.(heavy) ?? '', { ...tokenOf(heavy), [name]: BLANKS }).repeat(
              20,
            ),
          ),
        ),
    ),

  'a hundred connections with other pages each': (base, heavy) =>
    times(100, (n) => {
      const comments = 100 - (n % 50)
      const feed = 51 + (n % 50)
      const path =
        n % 2 ? `/api/posts/${heavy.largePost}/comments?limit=${comments}` : `/api/posts?limit=${feed}`
      return sendAndRead(base, bytesOf('GET', path, tokenOf(heavy)))
    }),

  'a hundred visitors of the largest profile': (base, { largeProfile }) =>
    times(100, () => sendAndRead(base, bytesOf('GET', `/api/profile/user/${largeProfile}`).repeat(4))),

  'the largest comments on the largest post': (base, heavy) => {
    const body = JSON.stringify({ text: 'w'.repeat(10_000) })
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
    const path = `/api/posts/comment/${heavy.largePost}`
    const request = bytesOf('POST', path, { ...tokenOf(heavy), ...headers }) + body
    return times(5, () => sendAndRead(base, request.repeat(20)))
  },

  'addresses of 15,000 characters': (base) =>
    times(4, (connection) =>
      sendAndRead(
        base,
        times(100, (n) =>
          bytesOf('GET', `/api/profile?limit=1&n=${connection}-${n}-${'x'.repeat(15_000)}`),
        ).join(''),
      ),
    ),

  'thousands of small requests in one go': (base) =>
    times(8, () => sendAndNeverRead(base, bytesOf('GET', '/').repeat(2_000))),
}

/** Tried one by one, because all at once would take minutes. */
const PICTURE_ATTACKS: Record<string, Attack> = {
  'hundreds of reads of a picture that are not taken': pipelined(pathOfPicture, sendAndNeverRead),
  'hundreds of reads of a picture that are taken': pipelined(pathOfPicture, sendAndRead),

  'pictures that take long to decode': (base, heavy) =>
    times(6, () => sendAndRead(base, upload(heavy, hostilePicture, hostilePicture.length))),

  'pictures that never end': (base, heavy) =>
    times(6, () => sendAndRead(base, upload(heavy, Buffer.alloc(5_000_000), 5_000_001))),
}

async function attackDuringLoad(server: ServerProcess, heavy: Heavy, attacks: Attack[]): Promise<void> {
  const { victim } = heavy
  const { token } = victim
  const bystander = await Bystander.at(
    server,
    { method: 'GET', path: '/api/auth', token },
    { method: 'PUT', path: `/api/posts/like/${victim.post}`, token },
    { method: 'GET', path: `/api/profile/user/${victim.id}` },
    { method: 'GET', path: `/api/posts/${victim.post}`, token },
    { method: 'PUT', path: `/api/posts/unlike/${victim.post}`, token },
  )
  const sockets = attacks.flatMap((attack) => attack(server.base, heavy))
  await bystander.gets(RESPONSES)
  await bystander.stop()
  for (const socket of sockets) socket.destroy()
}

// The event loop runs the same code on PostgreSQL, so that is tested only in long runs.
test.each(LONG ? ['sqlite', 'postgres'] : ['sqlite'])(
  'on %s, no attack keeps the event loop busy for long, uses much memory or leaves others without a response',
  async (engine) => {
    const url =
      engine === 'sqlite'
        ? `sqlite:${join(temporaryFolder(), 'heavy.db')}`
        : await createDatabase(postgres.url)
    const heavy = await fillHeavy(url)
    const { server, longestTurn } = await startObserved({ DATABASE_URL: url, TRUST_PROXY: '1' })
    const before = residentMegabytes(server.pid)
    resetPeak(server.pid)
    const singleAttacks = Object.entries({ ...ATTACKS, ...PICTURE_ATTACKS }).map(([name, attack]) => ({
      name,
      attacks: [attack],
    }))
    for (const { name, attacks } of [
      ...singleAttacks,
      { name: 'all of them at once', attacks: Object.values(ATTACKS) },
    ]) {
      await attackDuringLoad(server, heavy, attacks)
      expect.soft(longestTurn(), name).toBeLessThan(MAX_BUSY)
    }
    expect(peakMegabytes(server.pid) - before).toBeLessThan(MAX_MEGABYTES)
  },
)
