import { hash, randomBytes } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RENDER_VERSION } from '../../../server/features/markdown/renderer.ts'
import { newId } from '../../../server/ids.ts'
import { bulkInsert } from '../../../test-support/bulk-insert.ts'
import { until } from '../../../test-support/polling.ts'
import { type Person, startApp, type TestApp } from '../../app.ts'
import { unzip } from '../../unzip.ts'

const PUBLIC = 'https://community.example'
// Together much larger than the buffers of a connection.
const POSTS = 600

let app: TestApp
let ada: Person
let other: Person
beforeAll(async () => {
  app = await startApp({ PUBLIC_URL: PUBLIC })
  ada = await app.signUpWithProfile('Ada Lin')
  other = await app.signUp('Somebody Else')
})
afterAll(() => app.stop())

async function download(person: Person): Promise<Map<string, Buffer>> {
  const response = await fetch(`${app.running.address}/api/auth/export`, {
    headers: { 'x-auth-token': person.token },
  })
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'no-store',
    'content-disposition': 'attachment; filename="export.zip"',
    'x-content-type-options': 'nosniff',
  })
  return unzip(Buffer.from(await response.arrayBuffer()))
}

const read = (files: Map<string, Buffer>, name: string) => JSON.parse(String(files.get(name)))

test('an export contains everything that a member has entered, and nothing of others', async () => {
  const text = '---\nHello: "world" #tag ]]> 😀'
  const id = await ada.write(text)
  const removed = await ada.write('Removed by a moderator')
  const deleted = await ada.write('Deleted by its author')
  const theirs = await other.write('Not by Ada')
  const [comment] = (await ada.post(`/api/posts/comment/${theirs}`, { text: 'By Ada' })).body
  await ada.put(`/api/posts/like/${theirs}`)
  await ada.put(`/api/bookmarks/${theirs}`)
  await ada.put(`/api/follows/people/${other.id}`)
  await ada.put('/api/follows/tags/sql')
  await ada.put(`/api/mutes/${other.id}`)
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const large = sharp({ create: { width: 600, height: 600, channels: 3, background: '#123', noise } })
  const { body: picture } = await ada.upload(await large.png().toBuffer())
  const moderator = await app.signUpAs('moderator')
  await moderator.post('/api/admin/removals', { post: removed, reason: 'Spam' })
  await ada.delete(`/api/posts/${deleted}`)

  const files = await download(ada)
  const post = (await ada.get(`/api/posts/${id}`)).body
  const day = post.date.slice(0, 10)
  expect([...files.keys()].sort()).toEqual(
    [
      ...['account.json', 'resume.json', 'likes.json', 'bookmarks.json', 'follows.json'],
      ...[`posts/${day}-${id}.md`, `posts/${day}-${removed}.md`, `comments/${day}-${comment._id}.md`],
      picture.url.slice(1),
    ].sort(),
  )
  expect(read(files, 'account.json')).toMatchObject({ name: 'Ada Lin', email: ada.email, muted: [other.id] })
  expect(read(files, 'resume.json')).toEqual((await ada.get(`/api/profile/user/${ada.id}/resume.json`)).body)
  expect(String(files.get(`posts/${day}-${id}.md`))).toBe(
    `---\ndate: "${post.date}"\ntags: ["tag"]\naddress: "${PUBLIC}/posts/${id}"\nquestion: false\n---\n\n${text}\n`,
  )
  expect(String(files.get(`comments/${day}-${comment._id}.md`))).toContain(
    `address: "${PUBLIC}/posts/${theirs}#comment-${comment._id}"\n---\n\nBy Ada\n`,
  )
  for (const name of ['likes.json', 'bookmarks.json']) {
    expect(read(files, name)).toEqual([
      { post: theirs, address: `${PUBLIC}/posts/${theirs}`, date: expect.any(String) },
    ])
  }
  expect(read(files, 'follows.json')).toMatchObject({ people: [{ _id: other.id }], tags: [{ tag: 'sql' }] })
  const bytes = files.get(picture.url.slice(1)) ?? Buffer.of()
  expect(bytes.length).toBeGreaterThan(100_000)
  expect(`/pictures/${hash('sha256', bytes)}.webp`).toBe(picture.url)
  expect([...files.values()].join()).not.toContain('Not by Ada')
})

test('the export of a member who has entered nothing has empty lists', async () => {
  const files = await download(await app.signUp('Newcomer'))
  expect([...files.keys()]).toEqual(['account.json', 'likes.json', 'bookmarks.json', 'follows.json'])
  expect(read(files, 'likes.json')).toEqual([])
})

test('an export is for members alone, and at most five times a day', async () => {
  expect((await app.call('GET', '/api/auth/export')).status).toBe(401)
  const limited = await app.another({ PUBLIC_URL: PUBLIC, RATE_LIMIT: 'on' })
  try {
    const statuses = []
    for (let index = 0; index < 6; index++) {
      const { status } = await limited.call('GET', '/api/auth/export', { token: other.token })
      statuses.push(status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  } finally {
    await limited.stop()
  }
})

async function insertPosts(author: string): Promise<void> {
  const rows = Array.from({ length: POSTS }, () => ({
    ...{
      id: newId(),
      user_id: author,
      text: 'Long '.repeat(8_000),
      html: '',
      render_version: RENDER_VERSION,
    },
    like_count: 0,
    comment_count: 0,
  }))
  await app.db.transaction((trx) => bulkInsert(app.db.engine, trx, 'posts', rows))
}

function startDownload({ token }: Person): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  get(`${app.running.address}/api/auth/export`, { headers: { 'x-auth-token': token } }, resolve).on(
    'error',
    reject,
  )
  return promise
}

test('an export is made while it is read, however much there is, and ends with the connection', async () => {
  const writer = await app.signUp('Writer')
  await insertPosts(writer.id)
  const interrupted = await startDownload(writer)
  interrupted.destroy()
  await until(async () => {
    const { connections, idle } = app.db.load()
    return connections === idle
  })
  const completeExport = await download(writer)
  expect([...completeExport.keys()].filter((name) => name.startsWith('posts/'))).toHaveLength(POSTS)

  const response = await startDownload(writer)
  // Nothing has been downloaded yet, so most posts are deleted before the export reads them.
  await app.db.transaction((trx) => trx.deleteFrom('posts').where('user_id', '=', writer.id).execute())
  expect(response.statusCode).toBe(200)
  const files = unzip(await buffer(response))
  expect(files.size).toBeGreaterThan(4)
  expect(files.size).toBeLessThan(POSTS)
})

const MB = 1024 * 1024

async function insertPictures(owner: string, count: number, size: number): Promise<string[]> {
  const uploads = Array.from({ length: count }, () => ({
    user_id: owner,
    hash: randomBytes(32).toString('hex'),
  }))
  await app.db.transaction(async (trx) => {
    for (const { hash } of uploads) {
      const picture = { hash, size, width: 1, height: 1, used_at: 0, bytes: randomBytes(size) }
      await trx.insertInto('pictures').values(picture).execute()
    }
    await trx.insertInto('picture_uploads').values(uploads).execute()
  })
  return uploads.map(({ hash }) => `pictures/${hash}.webp`).sort()
}

async function deleteDuringDownload(person: Person, name: string): Promise<Map<string, Buffer>> {
  const chunks: Buffer[] = []
  let deleted = false
  for await (const chunk of await startDownload(person)) {
    if (!deleted && chunk.includes('.webp')) {
      deleted = true
      const hash = name.slice('pictures/'.length, -'.webp'.length)
      await app.db.transaction((trx) => trx.deleteFrom('pictures').where('hash', '=', hash).execute())
    }
    chunks.push(chunk)
  }
  return unzip(Buffer.concat(chunks))
}

test('a picture that is deleted during the download is left out', async () => {
  const person = await app.signUp()
  // Larger than the buffers of a connection, so the export has not reached the last picture yet.
  const names = await insertPictures(person.id, 12, MB)
  const files = await deleteDuringDownload(person, names.at(-1) ?? '')
  const pictures = [...files].filter(([name]) => name.startsWith('pictures/'))
  expect(pictures.map(([name]) => name)).toEqual(names.slice(0, -1))
  for (const [, bytes] of pictures) expect(bytes.length).toBe(MB)
})

test('the download fails if a picture is deleted while it is being read', async () => {
  const person = await app.signUp()
  const [name = ''] = await insertPictures(person.id, 1, 12 * MB)
  await expect(deleteDuringDownload(person, name)).rejects.toThrow('aborted')
})
