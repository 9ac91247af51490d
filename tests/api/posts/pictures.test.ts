import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PICTURE_QUOTA } from '../../../contract/limits.ts'
import { picturePath } from '../../../contract/pictures.ts'
import { RENDER_VERSION } from '../../../server/features/markdown/renderer.ts'
import { deleteUnusedPictures } from '../../../server/features/pictures/sweep.ts'
import { newId } from '../../../server/ids.ts'
import { bulkInsert } from '../../../test-support/bulk-insert.ts'
import { type ApiResponse, Person, startApp, type TestApp } from '../../app.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

// Every test writes to one process and reads from another.
let writer: TestApp
let reader: TestApp
let person: Person
beforeAll(async () => {
  writer = await startApp()
  reader = await writer.another()
  person = await writer.signUp()
})
afterAll(async () => {
  await reader.stop()
  await writer.stop()
})

/** Random, because equal pictures are stored once. */
const drawing = (width = 40, height = 30) =>
  sharp(randomBytes(48), { raw: { width: 4, height: 4, channels: 3 } }).resize(width, height, {
    kernel: 'nearest',
    fit: 'fill',
  })
const png = (width?: number, height?: number) => drawing(width, height).png().toBuffer()

const fetchPicture = (url: string, init?: RequestInit) => fetch(`${reader.running.address}${url}`, init)
const storedBytes = async (url: string) => Buffer.from(await (await fetchPicture(url)).arrayBuffer())
const isThere = async (url: string) => (await fetchPicture(url)).status === 200
const upload = async (someone: Person, bytes?: Uint8Array): Promise<string> => {
  const { status, body } = await someone.upload(bytes ?? (await png()))
  expect(body).toEqual({ url: expect.any(String), width: expect.any(Number), height: expect.any(Number) })
  expect(status).toBe(200)
  return body.url
}
const expectRefused = (response: ApiResponse, status: number, msg?: string) => {
  expect(response.status, JSON.stringify(response.body)).toBe(status)
  expect(response.body).toEqual({ errors: [{ msg: msg ?? expect.any(String) }] })
}
const NOT_UPLOADED = 'The file is not a PNG, JPEG, WebP or GIF picture, or is damaged'

test.each(['png', 'jpeg', 'webp', 'gif'] as const)(
  'uploading a %s stores it as WebP under its hash',
  async (type) => {
    const { body } = await person.upload(await drawing().toFormat(type).toBuffer(), `image/${type}`)
    expect(body).toEqual({ url: expect.any(String), width: 40, height: 30 })
    const bytes = await storedBytes(body.url)
    expect(body.url).toBe(picturePath(hash('sha256', bytes)))
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 40, height: 30 })
  },
)

test('uploading a large picture scales it down, one on its side turns it, and neither keeps metadata', async () => {
  const bytes = await drawing(2_000, 3_000)
    .withExif({ IFD0: { Copyright: 'Secret place' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect(bytes.includes('Exif')).toBe(true)
  const { body } = await person.upload(bytes, 'image/jpeg')
  expect([body.width, body.height]).toEqual([1_600, 1_067])
  const result = await storedBytes(body.url)
  const { exif, icc, xmp, orientation } = await sharp(result).metadata()
  expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined])
  expect(result.includes('Secret')).toBe(false)
})

test('a small animation stays animated, a larger one shows its first frame', async () => {
  const animation = async (frames: number, size: number) => {
    const pages = await Promise.all(Array.from({ length: frames }, () => png(size, size)))
    return sharp(pages, { join: { animated: true } })
      .gif()
      .toBuffer()
  }
  const small = await person.upload(await animation(5, 20), 'image/gif')
  expect(small.body).toMatchObject({ width: 20, height: 20 })
  expect((await sharp(await storedBytes(small.body.url), { animated: true }).metadata()).pages).toBe(5)
  const large = await person.upload(await animation(12, 1_000), 'image/gif')
  expect(large.body).toMatchObject({ width: 1_000, height: 1_000 })
  expect((await sharp(await storedBytes(large.body.url), { animated: true }).metadata()).pages).toBe(
    undefined,
  )
})

test('uploading the same picture twice, also by two members at once, stores it once', async () => {
  const bytes = await png()
  const other = await writer.signUp()
  const urls = await Promise.all([person, other, person].map((someone) => upload(someone, bytes)))
  expect(new Set(urls).size).toBe(1)
  const rows = await writer.db.kysely
    .selectFrom('pictures')
    .select('hash')
    .where('hash', '=', /[\da-f]{64}/.exec(urls[0] ?? '')?.[0] ?? '')
    .execute()
  expect(rows).toHaveLength(1)
})

test('an upload that is no such picture is refused with a 400', async () => {
  const good = await png(100, 100)
  const jpeg = await drawing(300, 300).jpeg().toBuffer()
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  const wrong: [string, Uint8Array][] = [
    ['text', Buffer.from('Hello')],
    ['svg', Buffer.from(svg)],
    ['svg with a declaration', Buffer.from(`<?xml version="1.0"?>${svg}`)],
    ['svg after the magic bytes of a png', Buffer.concat([good.subarray(0, 8), Buffer.from(svg)])],
    ['html', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['pdf', Buffer.from('%PDF-1.7\n1 0 obj\n')],
    ['tiff', await drawing().tiff().toBuffer()],
    ['avif', await drawing().avif().toBuffer()],
    ['half a png', good.subarray(0, good.length / 2)],
    ['half a jpeg', jpeg.subarray(0, jpeg.length / 2)],
    ['the head of a gif', Buffer.from('GIF89a')],
    ['noise', Buffer.alloc(10_000, 0xa5)],
  ]
  for (const [name, bytes] of wrong) {
    const response = await person.upload(bytes)
    expect([response.status, response.body], name).toEqual([400, { errors: [{ msg: NOT_UPLOADED }] }])
  }
  expectRefused(await person.upload(new Uint8Array()), 400, 'The body is empty')
})

test('bytes that are appended to a picture are not stored', async () => {
  const bytes = Buffer.concat([await png(), Buffer.from('<script>alert(1)</script>PK\x03\x04')])
  expect((await storedBytes(await upload(person, bytes))).includes('script')).toBe(false)
})

test('a picture with too many pixels, in one frame or in many, is refused before it is decoded', async () => {
  const tooMany = 'The picture must have at most 50 megapixels'
  expectRefused(await person.upload(withSize(await png(), 7_100, 7_100)), 400, tooMany)
  expectRefused(await person.upload(withSize(await png(), 60_000, 60_000)), 400, tooMany)
  expectRefused(await person.upload(gifOf(10_000, 1_000, 1_000), 'image/gif'), 400, tooMany)
  const manyFrames = await person.upload(gifOf(10_000, 2, 2), 'image/gif')
  expect(manyFrames.body).toMatchObject({ width: 2, height: 2 })
})

test('uploads of other types are a 415, and of more than 5 MB a 413, whether or not their length is declared', async () => {
  const bytes = await png()
  for (const type of [
    'image/svg+xml',
    'application/json',
    'text/plain',
    'image/avif',
    'multipart/form-data',
  ]) {
    expectRefused(await person.upload(bytes, type), 415)
  }
  // A response that arrives while the client is still sending is lost only sometimes.
  for (let n = 0; n < 10; n++) {
    expectRefused(await person.upload(new Uint8Array(5 * 1024 * 1024 + 1)), 413)
  }
  let megabytes = 0
  const chunks = new ReadableStream({
    pull(controller) {
      if (++megabytes > 40) controller.close()
      else controller.enqueue(new Uint8Array(1024 * 1024))
    },
  })
  const withoutLength = await fetch(`${writer.running.address}/api/pictures`, {
    method: 'POST',
    headers: { 'x-auth-token': person.token, 'content-type': 'image/png' },
    body: chunks,
    duplex: 'half',
  } as RequestInit).then(
    (response) => response.status,
    () => 'closed',
  )
  expect([413, 'closed']).toContain(withoutLength)
  expect(megabytes).toBeLessThan(40)
  const otherCall = await writer.call('POST', '/api/posts', {
    token: person.token,
    body: bytes,
    headers: { 'content-type': 'image/png' },
  })
  expectRefused(otherCall, 415)
  expectRefused(await person.upload(Buffer.alloc(5 * 1024 * 1024)), 400, NOT_UPLOADED)
})

test('only members upload pictures', async () => {
  const response = await writer.call('POST', '/api/pictures', {
    body: await png(),
    headers: { 'content-type': 'image/png' },
  })
  expect(response.status).toBe(401)
})

test('a member has room for 100 MB, also when several pictures come at once', async () => {
  const full = await writer.signUp()
  const other = await writer.signUp()
  const url = await upload(full)
  await writer.db.transaction(async (trx) => {
    const size = PICTURE_QUOTA - Math.round(1.5 * (await storedBytes(url)).length)
    await trx.updateTable('pictures').set({ size }).where('hash', '=', hashIn(url)).execute()
  })
  const responses = await Promise.all(
    Array.from({ length: 4 }, async (_, i) =>
      new Person(i % 2 ? writer : reader, full.token, full.id, '', '').upload(await png()),
    ),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  const refused = responses.find(({ status }) => status === 400)
  expect(refused?.body).toEqual({
    errors: [{ msg: 'Your pictures would exceed 100 MB in total' }],
  })
  await upload(other)
  await writer.db.transaction((trx) =>
    trx.updateTable('pictures').set({ size: 1 }).where('hash', '=', hashIn(url)).execute(),
  )
})

test('a member uploads at most 60 pictures in ten minutes', async () => {
  const limited = await writer.another({ RATE_LIMIT: 'on' })
  const { token, id, name, email } = await writer.signUp()
  const flooder = new Person(limited, token, id, name, email)
  const statuses: number[] = []
  for (let i = 0; i < 62; i++) statuses.push((await flooder.upload(Buffer.from('x'))).status)
  expect(statuses).toEqual([...Array(60).fill(400), 429, 429])
  await limited.stop()
})

test('a stored picture is served to anyone, for ever, and can do nothing', async () => {
  const url = await upload(person)
  const response = await fetchPicture(url)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'content-length': String((await response.arrayBuffer()).byteLength),
  })
  const head = await fetchPicture(url, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
    200,
    response.headers.get('content-length'),
    '',
  ])
  const tag = response.headers.get('etag') ?? ''
  const revalidated = await fetchPicture(url, { headers: { 'if-none-match': tag } })
  expect([revalidated.status, revalidated.headers.get('content-type'), await revalidated.text()]).toEqual([
    304,
    null,
    '',
  ])
  expect((await fetchPicture(url, { method: 'POST' })).status).toBe(405)
})

test('a stored picture that does not exist is a 404', async () => {
  const names = [
    ...['a'.repeat(64), `${'a'.repeat(64)}.webp`, `${'A'.repeat(64)}.webp`, 'x.webp', '%00', '..%2fx', ''],
    `${'a'.repeat(63)}%27.webp`,
  ]
  for (const name of names) expect((await fetchPicture(`/pictures/${name}`)).status, name).toBe(404)
})

test('an avatar is one of the own pictures, shown wherever the person is, at once and in every process', async () => {
  const ada = await writer.signUpWithProfile('Ada')
  const other = await writer.signUpWithProfile('Other')
  const post = await ada.write('A post')
  const commented = await other.write('Another post')
  await ada.post(`/api/posts/comment/${commented}`, { text: 'A comment' })
  const onReader = new Person(reader, ada.token, ada.id, ada.name, ada.email)
  const shownAvatars = async () => {
    const paths = [
      ...['/api/auth', '/api/posts', `/api/posts?author=${ada.id}`, `/api/posts/${post}`],
      ...[`/api/posts/${commented}`, `/api/posts/${commented}/comments`, '/api/profile', '/api/profile/me'],
      ...[`/api/profile/user/${ada.id}`, `/api/people/${ada.id}`],
    ]
    return Promise.all(paths.map(async (path) => JSON.stringify((await onReader.get(path)).body)))
  }
  const original = (await ada.get('/api/auth')).body.avatar
  for (const text of await shownAvatars()) expect(text).toContain(original)
  const url = await upload(ada)
  const changed = await ada.put('/api/auth/avatar', { url })
  expect([changed.status, changed.body]).toEqual([200, { ...(await ada.get('/api/auth')).body, avatar: url }])
  for (const text of await shownAvatars()) {
    expect(text).toContain(url)
    expect(text).not.toContain(original)
  }
  expect((await ada.post('/api/posts', { text: 'x' })).body.avatar).toBe(url)
  expect((await ada.put('/api/auth/avatar', { url: null })).body.avatar).toBe(original)
  for (const text of await shownAvatars()) expect(text).not.toContain(url)
})

test('an avatar that is not an own picture is refused', async () => {
  const other = await writer.signUp()
  const theirs = await upload(other)
  const before = (await person.get('/api/auth')).body
  const wrong = [
    theirs,
    picturePath('a'.repeat(64)),
    'https://example.com/a.png',
    '/pictures/x',
    '',
    5,
    {},
    undefined,
  ]
  for (const url of wrong) {
    const { status, body } = await person.put('/api/auth/avatar', { url })
    expect([status, body.errors[0].field], String(url)).toEqual([400, 'url'])
  }
  expect((await person.get('/api/auth')).body).toEqual(before)
})

const aDayLater = () => deleteUnusedPictures(writer.db, { before: Date.now() + 1 })

test('an upload that nobody uses is deleted after a day, and frees its place in the quota', async () => {
  const member = await writer.signUp()
  const url = await upload(member)
  await deleteUnusedPictures(writer.db)
  expect(await isThere(url)).toBe(true)
  await aDayLater()
  expect(await isThere(url)).toBe(false)
  const uploads = await writer.db.kysely
    .selectFrom('picture_uploads')
    .selectAll()
    .where('user_id', '=', member.id)
    .execute()
  expect(uploads).toEqual([])
})

test('a picture stays while it is used in a post, a comment, a bio, a project or an avatar, until that is deleted or changed', async () => {
  const member = await writer.signUpWithProfile()
  const urls: string[] = []
  for (let i = 0; i < 6; i++) urls.push(await upload(member))
  const [inPost = '', inComment = '', inBio = '', asAvatar = '', ofProject = '', inProject = ''] = urls
  const post = await member.write(`Look: ![a picture](${inPost})`)
  const commented = await member.write('Nothing to see')
  const [comment] = (await member.post(`/api/posts/comment/${commented}`, { text: `![](${inComment})` })).body
  await member.post('/api/profile', { bio: `Me: ![](${inBio})` })
  await member.put('/api/auth/avatar', { url: asAvatar })
  const project = { name: 'P', picture: ofProject, description: `![](${inProject})` }
  const { projects } = (await member.put('/api/profile/projects', project)).body
  for (let day = 0; day < 2; day++) {
    await aDayLater()
    for (const url of urls) expect(await isThere(url)).toBe(true)
  }
  await member.delete(`/api/posts/${post}`)
  await member.app.finishDeletions()
  await aDayLater()
  expect(await Promise.all(urls.map(isThere))).toEqual([false, true, true, true, true, true])
  await member.delete(`/api/posts/comment/${commented}/${comment._id}`)
  await member.post('/api/profile', { bio: 'No picture' })
  await member.put('/api/auth/avatar', { url: null })
  await member.put(`/api/profile/projects/${projects[0]._id}`, { name: 'P' })
  await aDayLater()
  expect(await Promise.all(urls.map(isThere))).toEqual(Array(6).fill(false))
})

test('a picture stays while it is used in an earlier version of a post or a comment', async () => {
  const member = await writer.signUp()
  const [inPost = '', inComment = ''] = await Promise.all([upload(member), upload(member)])
  const post = await member.write(`![](${inPost})`)
  const [comment] = (await member.post(`/api/posts/comment/${post}`, { text: `![](${inComment})` })).body
  await member.put(`/api/posts/${post}`, { text: 'Nothing to see' })
  await member.put(`/api/posts/comment/${post}/${comment._id}`, { text: 'Here neither' })
  await aDayLater()
  expect(await Promise.all([inPost, inComment].map(isThere))).toEqual([true, true])
})

test('a picture stays while it is used among more posts than the sweep reads at once', async () => {
  const member = await writer.signUp()
  const first = await upload(member)
  const last = await upload(member)
  await member.write(`![](${first})`)
  const text = {
    text: 'x',
    html: '<p>x</p>',
    render_version: RENDER_VERSION,
    like_count: 0,
    comment_count: 0,
  }
  const rows = Array.from({ length: 1_001 }, () => ({ id: newId(), user_id: member.id, ...text }))
  await writer.db.transaction((trx) => bulkInsert(writer.db.engine, trx, 'posts', rows))
  await member.write(`![](${last})`)
  await aDayLater()
  expect(await Promise.all([first, last].map(isThere))).toEqual([true, true])
})

test('a job that is planned for the next day deletes pictures that are not used', async () => {
  await upload(person)
  const planned = () =>
    writer.db.kysely.selectFrom('jobs').select('run_at').where('kind', '=', 'sweep-pictures').execute()
  await writer.db.transaction((trx) => trx.deleteFrom('jobs').execute())
  await writer.running.context.maintenance.run()
  await reader.running.context.maintenance.run()
  const [job, ...others] = await planned()
  expect(others).toEqual([])
  expect(Math.abs((job?.run_at ?? 0) - Date.now() - DAY)).toBeLessThan(HOUR)
})

test('a picture stays while it is used by another member, also when the account that uploaded it is deleted', async () => {
  const leaver = await writer.signUpWithProfile()
  const stayer = await writer.signUp()
  const bytes = await png()
  const [unused, own, quoted, both] = await Promise.all([
    ...Array.from({ length: 3 }, () => upload(leaver)),
    upload(leaver, bytes),
    upload(stayer, bytes),
  ])
  await leaver.write(`![](${own}) ![](${quoted})`)
  await leaver.put('/api/auth/avatar', { url: own })
  await stayer.write(`> ![](${quoted})`)
  expect((await leaver.delete('/api/profile')).status).toBe(200)
  const urls = [unused, own, quoted, both].map((url) => url ?? '')
  // The job of the deleted account runs after a minute.
  await deleteUnusedPictures(writer.db, { before: Date.now() - DAY + 2 * MINUTE })
  expect(await Promise.all(urls.map(isThere))).toEqual([false, false, true, true])
})

test('a picture stays that someone begins to use at the very moment in which it is about to be deleted', async () => {
  for (let round = 0; round < 10; round++) {
    const url = await upload(person)
    await Promise.all([
      person.write(`Round ${round}: ![](${url})`),
      deleteUnusedPictures(writer.db, { before: Date.now() }),
      deleteUnusedPictures(reader.db, { before: Date.now() }),
    ])
    // The sweep either ran before the post was written, or keeps the picture.
    const hadGone = !(await isThere(url))
    await aDayLater()
    expect(await isThere(url)).toBe(!hadGone)
  }
})

const hashIn = (url: string) => /[\da-f]{64}/.exec(url)?.[0] ?? ''

function gifOf(frames: number, width: number, height: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width, 0)
  size.writeUInt16LE(height, 2)
  const head = Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])])
  const loop = Buffer.from('\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00', 'latin1')
  const frame = Buffer.from([
    ...[0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0],
  ])
  return Buffer.concat([head, loop, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}

function withSize(bytes: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(bytes)
  changed.writeUInt32BE(width, 16)
  changed.writeUInt32BE(height, 20)
  changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29)
  return changed
}
