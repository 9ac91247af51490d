import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RENDER_VERSION } from '../../../server/features/markdown/renderer.ts'
import { newId } from '../../../server/ids.ts'
import { type ApiResponse, distributed, nextOf, type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let secondApp: TestApp
let author: Person
let reader: Person
beforeAll(async () => {
  app = await startApp()
  secondApp = await app.another()
  author = await app.signUp('Ada')
  reader = await app.signUp('Kofi')
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
})

type Version = { version: number; text: string }

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
const editConflict = { errors: [{ msg: 'Changed meanwhile' }] }

type Content = {
  path: string
  history: string
  read: (from?: TestApp) => Promise<Record<string, unknown>>
}

async function newPost(text: string): Promise<Content> {
  const path = `/api/posts/${await author.write(text)}`
  return {
    path,
    history: `${path}/history`,
    read: async (from = app) => (await from.call('GET', path, { token: reader.token })).body,
  }
}

async function newComment(text: string): Promise<Content> {
  const post = await reader.write('A post of somebody else')
  const [{ _id }] = (await author.post(`/api/posts/comment/${post}`, { text })).body
  const path = `/api/posts/comment/${post}/${_id}`
  return {
    path,
    history: `${path}/history`,
    read: async (from = app) =>
      (await from.call('GET', `/api/posts/${post}`, { token: reader.token })).body.comments[0],
  }
}

describe.each([
  ['a post', newPost],
  ['a comment', newComment],
])('%s', (name, create) => {
  test(`${name} has a version, and is edited by its author`, async () => {
    const content = await create('First')
    const before = await content.read()
    expect(before).toMatchObject({ text: 'First', version: 1, edited: null })
    expect(String(before.html).trim()).toBe('<p>First</p>')
    const { status, body } = await author.put(content.path, { text: 'Second', version: 1 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ text: 'Second', version: 2, edited: moment, date: before.date })
    expect(String(body.html).trim()).toBe('<p>Second</p>')
    expect(await content.read()).toEqual(body)
  })

  test(`${name} shows an edit at once in every response of every process`, async () => {
    const content = await create('Before the edit')
    const [, , , first, second] = content.path.split('/')
    const post = second ?? first
    const paths = ['/api/posts', `/api/posts/${post}`, `/api/posts/${post}/comments`, content.history]
    for (const instance of [app, secondApp]) {
      for (const path of paths) await instance.call('GET', path, { token: reader.token })
    }
    await author.put(content.path, { text: 'After the edit' })
    for (const instance of [app, secondApp]) {
      for (const path of paths) {
        const { body } = await instance.call('GET', path, { token: reader.token })
        const text = JSON.stringify(path === content.history ? body[0] : body)
        const isCommentList = path.endsWith('/comments')
        if (isCommentList && second === undefined) continue
        expect(text, path).toContain('After the edit')
        if (path !== content.history) expect(text, path).not.toContain('Before the edit')
      }
    }
  })

  test(`${name} keeps every version, newest first, with what changed`, async () => {
    const content = await create('one two three')
    await author.put(content.path, { text: 'one 2 three' })
    await author.put(content.path, { text: 'one 2 three four' })
    const { body } = await reader.get(content.history)
    expect(body.map(({ version, text }: Version) => [version, text])).toEqual([
      [3, 'one 2 three four'],
      [2, 'one 2 three'],
      [1, 'one two three'],
    ])
    for (const { html, date } of body)
      expect({ html, date }).toEqual({ html: expect.any(String), date: moment })
    expect(body[2].changes).toEqual([])
    expect(body[1].changes).toEqual([
      { kind: 'same', text: 'one ' },
      { kind: 'removed', text: 'two' },
      { kind: 'added', text: '2' },
      { kind: 'same', text: ' three' },
    ])
    expect(body[0].changes).toEqual([
      { kind: 'same', text: 'one 2 three' },
      { kind: 'added', text: ' four' },
    ])
  })

  test(`${name} can be set back to an old version by another edit`, async () => {
    const content = await create('Right')
    await author.put(content.path, { text: 'Wrong' })
    const restored = await author.put(content.path, { text: 'Right' })
    expect(restored.body).toMatchObject({ text: 'Right', version: 3 })
  })

  test(`${name} cannot be edited by others, nor from an outdated version`, async () => {
    const content = await create('Mine')
    expect((await reader.put(content.path, { text: 'Yours' })).status).toBe(403)
    await author.put(content.path, { text: 'Still mine', version: 1 })
    for (const version of [1, 3]) {
      const { status, body } = await author.put(content.path, { text: 'Too late', version })
      expect([status, body]).toEqual([409, editConflict])
    }
    for (const version of [0, -1, 1.5, '2', {}]) {
      expect((await author.put(content.path, { text: 'Odd', version })).status).toBe(400)
    }
    expect((await author.put(content.path, { text: ' ' })).status).toBe(400)
    expect(await content.read()).toMatchObject({ text: 'Still mine', version: 2 })
    expect((await reader.get(content.history)).body).toHaveLength(2)
  })

  test(`${name} has no new version if nothing changes`, async () => {
    const content = await create('As it was')
    const { status, body } = await author.put(content.path, { text: 'As it was', version: 1 })
    expect([status, body.version, body.edited]).toEqual([200, 1, null])
  })

  test(`${name} edited concurrently from the same version: one edit wins, the others get a 409`, async () => {
    const content = await create('Start')
    const texts = Array.from({ length: 10 }, (_, n) => `Edit ${n}`)
    const responses = await Promise.all(
      texts.map((text, n) =>
        (n % 2 ? app : secondApp).call('PUT', content.path, {
          token: author.token,
          body: { text, version: 1 },
        }),
      ),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    expect(await content.read()).toMatchObject({ version: 2 })
    expect((await reader.get(content.history)).body).toHaveLength(2)
  })

  test(`${name} edited concurrently without a version: all edits are stored, each with its own number`, async () => {
    const content = await create('Start')
    const texts = Array.from({ length: 10 }, (_, n) => `Edit ${n}`)
    const responses = await Promise.all(
      texts.map((text, n) =>
        (n % 2 ? app : secondApp).call('PUT', content.path, { token: author.token, body: { text } }),
      ),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const { body } = await reader.get(content.history)
    expect(body.map(({ version }: Version) => version)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(new Set(body.map(({ text }: Version) => text))).toEqual(new Set(['Start', ...texts]))
  })

  test(`${name} has a history in pages of at most a megabyte, whatever its versions contain`, async () => {
    const content = await create('Start')
    const texts = Array.from({ length: 30 }, (_, n) => String(n).padEnd(10_000, '\u0001'))
    for (const text of texts) await author.put(content.path, { text })
    const versions: number[] = []
    let pages = 0
    for (let next: string | undefined = `${content.history}?limit=100`; next; pages++) {
      const page: ApiResponse = await reader.get(next)
      expect(Buffer.byteLength(JSON.stringify(page.body))).toBeLessThanOrEqual(1_000_000)
      versions.push(...page.body.map(({ version }: Version) => version))
      next = nextOf(page)
    }
    expect(versions).toEqual(Array.from({ length: 31 }, (_, n) => 31 - n))
    expect(pages).toBeGreaterThan(2)
    const { body } = await reader.get(`${content.history}?limit=2`)
    expect(body.map(({ version }: Version) => version)).toEqual([31, 30])
  })

  test(`${name} is deleted together with its history`, async () => {
    const content = await create('Start')
    await author.put(content.path, { text: 'End' })
    await author.delete(content.path)
    expect((await author.put(content.path, { text: 'Later' })).status).toBe(404)
    expect((await reader.get(content.history)).status).toBe(404)
    await app.finishDeletions()
    expect(await storedVersions(content)).toBe(0)
  })
})

async function insertVersions(postId: string, commentId: string, userId: string): Promise<void> {
  const oldVersions = Array.from({ length: 210 }, (_, n) => ({
    post_id: postId,
    user_id: userId,
    id: newId(),
    version: n + 1,
    written_at: Date.now(),
    text: `Version ${n}`,
    html: '',
    render_version: RENDER_VERSION,
    difference: null,
  }))
  await app.db.transaction(async (trx) => {
    await trx.insertInto('post_versions').values(oldVersions).execute()
    const ofComment = oldVersions.map((row) => ({ ...row, comment_id: commentId }))
    await trx.insertInto('comment_versions').values(ofComment).execute()
    await trx.updateTable('posts').set({ version: 211 }).where('id', '=', postId).execute()
    await trx.updateTable('comments').set({ version: 211 }).where('post_id', '=', postId).execute()
  })
}

async function storedVersions({ path }: { path: string }): Promise<number> {
  const ids = path.split('/').slice(-2)
  const postId = ids.find((id) => id.length === 36) ?? ''
  const { kysely } = app.db
  const ofPost = await kysely.selectFrom('post_versions').select('id').where('post_id', '=', postId).execute()
  const ofComments = await kysely
    .selectFrom('comment_versions')
    .select('id')
    .where('post_id', '=', postId)
    .execute()
  return ofPost.length + ofComments.length
}

test('hundreds of versions are deleted in batches, with what they belong to or with the account', async () => {
  for (const how of ['text', 'account']) {
    const writer = how === 'text' ? author : await app.signUp()
    const post = await writer.write('Start')
    const [comment] = (await writer.post(`/api/posts/comment/${post}`, { text: 'Start' })).body
    const paths = [`/api/posts/comment/${post}/${comment._id}`, `/api/posts/${post}`]
    await insertVersions(post, comment._id, writer.id)
    for (const path of how === 'text' ? paths : ['/api/profile']) {
      expect((await writer.delete(path)).status).toBe(200)
    }
    await app.finishDeletions()
    for (const path of paths) {
      expect((await reader.get(`${path}/history`)).status).toBe(404)
      expect(await storedVersions({ path })).toBe(0)
    }
  }
})

test('missing posts and comments cannot be edited and have no history', async () => {
  const post = await author.write('Here')
  const missing = '01980a3c-5e10-7c41-9f0a-6b1d2f3c4e01'
  for (const path of [`/api/posts/${missing}`, '/api/posts/nonsense']) {
    for (const { status, body } of [
      await author.put(path, { text: 'x' }),
      await author.get(`${path}/history`),
    ]) {
      expect([status, body.errors[0].msg]).toEqual([404, 'Post not found'])
    }
  }
  for (const path of [`/api/posts/comment/${post}/${missing}`, `/api/posts/comment/${post}/nonsense`]) {
    for (const { status, body } of [
      await author.put(path, { text: 'x' }),
      await author.get(`${path}/history`),
    ]) {
      expect([status, body.errors[0].msg]).toEqual([404, 'Comment does not exist'])
    }
  }
})

// Counters are in one place on every engine, and hundreds of edits are slow on several nodes.
test.skipIf(distributed)('edits count towards what a member may write', async () => {
  const limited = await secondApp.another({ RATE_LIMIT: 'on' })
  const writer = await limited.signUp()
  const post = await writer.write('Start')
  const edit = async (text: string) => (await writer.put(`/api/posts/${post}`, { text })).status
  expect(await edit('First edit')).toBe(200)
  await limited.db.transaction((trx) => trx.updateTable('attempts').set({ count: 199 }).execute())
  expect([await edit('Last edit'), await edit('One too many')]).toEqual([200, 429])
  await limited.stop()
})
