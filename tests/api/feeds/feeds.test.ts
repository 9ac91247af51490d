import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordChanges } from '../../../server/database/changes/changes.ts'
import { insertJob } from '../../../server/platform/jobs/queries.ts'
import { bulkInsert } from '../../../test-support/bulk-insert.ts'
import { until } from '../../../test-support/polling.ts'
import { engine, nextOf, type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let secondApp: TestApp
let ada: Person
let ben: Person
let moderator: Person
const ids: Record<string, string> = {}

beforeAll(async () => {
  app = await startApp()
  secondApp = await app.another()
  ada = await app.signUp('Ada')
  ben = await app.signUp('Ben')
  moderator = await app.signUpAs('moderator')
  await ada.post('/api/profile', { status: 'Developer', skills: 'TypeScript, Machine Learning, Node.js' })
  const write = async (name: string, person: Person, text: string, question: boolean) => {
    ids[name] = (await person.post('/api/posts', { text: `${name} ${text}`, question })).body._id
  }
  await write('plain', ada, 'without', false)
  await write('tagged', ada, '#TypeScript #css', false)
  await write('open', ben, '#typescript #node.js', true)
  await write('solved', ben, '#typescript', true)
  await write('ml', ada, '#machine-learning', true)
  await write('other', ben, '#日本語', true)
  await write('untagged', ada, 'nothing', true)
  const { body } = await ada.post(`/api/posts/comment/${ids.solved}`, { text: 'So' })
  await ben.put(`/api/posts/comment/${ids.solved}/${body[0]._id}/accepted`)
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
})

async function namesIn(query: string, person: Person = ada): Promise<string[]> {
  const path = `/api/posts?${query}`
  const { body } = await app.call('GET', path, { token: person.token })
  expect((await secondApp.call('GET', path, { token: person.token })).body).toEqual(body)
  return body.map(({ text }: { text: string }) => text.split(' ')[0])
}

test.each([
  ['feed=all', ['untagged', 'other', 'ml', 'solved', 'open', 'tagged', 'plain']],
  ['feed=questions', ['untagged', 'other', 'ml', 'solved', 'open']],
  ['feed=unanswered', ['untagged', 'other', 'ml', 'open']],
  ['feed=for-me', ['ml', 'open']],
  ['feed=', ['untagged', 'other', 'ml', 'solved', 'open', 'tagged', 'plain']],
  ['tag=typescript', ['solved', 'open', 'tagged']],
  ['tag=%23TypeScript', ['solved', 'open', 'tagged']],
  ['tag=%E6%97%A5%E6%9C%AC%E8%AA%9E', ['other']],
  ['tag=unknown', []],
  ['tag=typescript&feed=questions', ['solved', 'open']],
  ['tag=typescript&feed=unanswered', ['open']],
  ['tag=typescript&feed=for-me', ['open']],
  ['tag=css&feed=for-me', []],
  ['author=BEN&feed=questions', ['other', 'solved', 'open']],
  ['author=BEN&feed=unanswered', ['other', 'open']],
  ['author=BEN&feed=for-me', ['open']],
  ['author=BEN&tag=typescript', ['solved', 'open']],
  ['author=BEN&tag=typescript&feed=unanswered', ['open']],
  ['author=x&tag=typescript', []],
])('?%s lists what it says, newest first', async (query, expected) => {
  expect(await namesIn(query.replace('BEN', ben.id))).toEqual(expected)
})

test('a feed that does not exist, or text that is no tag, is a 400', async () => {
  for (const query of ['feed=best', 'feed=all&feed=all', 'feed=All']) {
    const { status, body } = await ada.get(`/api/posts?${query}`)
    const msg = 'Feed must be one of all, following, questions, unanswered, for-me'
    expect([status, body.errors]).toEqual([400, [{ msg, field: 'feed' }]])
  }
  for (const path of ['/api/posts?tag=%00', `/api/tags?prefix=${'x'.repeat(101)}`]) {
    expect((await ada.get(path)).status, path).toBe(400)
  }
})

test('feeds of one’s own are for members, also where anyone may read the others', async () => {
  const admin = await app.signUpAs('admin')
  await admin.put('/api/admin/site', { reading: 'public' })
  for (const feed of ['for-me', 'following']) {
    const path = `/api/posts?feed=${feed}`
    const visitorResponse = await app.call('GET', path)
    expect([visitorResponse.status, visitorResponse.body.errors[0].msg]).toEqual([
      401,
      'No token, authorization denied',
    ])
    expect((await app.call('GET', path, { token: 'x' })).status).toBe(401)
    expect((await ben.get(path)).body).toEqual([])
  }
  expect((await app.call('GET', '/api/posts?feed=questions')).body).toHaveLength(5)
  await admin.put('/api/admin/site', { reading: 'members' })
  expect((await app.call('GET', '/api/posts?feed=questions')).status).toBe(401)
  for (let time = 0; time < 3; time++) {
    expect(await namesIn('feed=for-me', ada)).toEqual(['ml', 'open'])
    expect(await namesIn('feed=for-me', ben)).toEqual([])
  }
})

test('a change of skills, tags or answers shows at once, on every process', async () => {
  const carla = await app.signUp('Carla')
  expect(await namesIn('feed=for-me', carla)).toEqual([])
  await carla.post('/api/profile', { status: 'Developer', skills: 'Zig' })
  expect(await namesIn('feed=for-me', carla)).toEqual([])
  const { body } = await carla.post('/api/posts', { text: 'fresh #zig', question: true })
  const path = `/api/posts/${body._id}`
  expect(await namesIn('feed=for-me', carla)).toEqual(['fresh'])
  expect(await namesIn('tag=zig&feed=unanswered')).toEqual(['fresh'])
  await carla.put(path, { text: 'fresh #rust' })
  expect(await namesIn('tag=zig')).toEqual([])
  expect(await namesIn('tag=rust')).toEqual(['fresh'])
  await carla.put(path, { text: 'fresh #zig #rust' })
  const comment = (await ben.post(`/api/posts/comment/${body._id}`, { text: 'So' })).body[0]._id
  await carla.put(`/api/posts/comment/${body._id}/${comment}/accepted`)
  expect(await namesIn('feed=for-me', carla)).toEqual([])
  expect(await namesIn('tag=zig&feed=unanswered')).toEqual([])
  expect(await namesIn('tag=rust&feed=questions')).toEqual(['fresh'])
  expect(await namesIn(`author=${carla.id}&feed=unanswered`)).toEqual([])
  await carla.delete(`/api/posts/comment/${body._id}/${comment}/accepted`)
  expect(await namesIn('feed=for-me', carla)).toEqual(['fresh'])
  await moderator.put(`/api/admin/suspensions/${carla.id}`, { reason: 'x' })
  expect(await namesIn('tag=rust&feed=questions')).toEqual([])
  await moderator.delete(`/api/admin/suspensions/${carla.id}`)
  expect(await namesIn('tag=rust&feed=unanswered')).toEqual(['fresh'])
  await moderator.post('/api/admin/removals', { post: body._id, reason: 'x' })
  expect(await namesIn('tag=rust')).toEqual([])
})

test('every list is paged by key: nothing is skipped or shown twice while others write', async () => {
  const writer = await app.signUp('Writer')
  await writer.post('/api/profile', { status: 'Developer', skills: 'Paging, Keys' })
  const write = (n: number) =>
    writer.post('/api/posts', { text: `${n} #${n % 2 ? 'paging' : 'keys'} #paged`, question: true })
  const writtenIds: string[] = []
  for (let n = 0; n < 7; n++) writtenIds.unshift((await write(n)).body._id)
  for (const query of ['feed=for-me', 'tag=paged', 'tag=paged&feed=unanswered', `author=${writer.id}`]) {
    let next: string | undefined = `/api/posts?${query}&limit=2`
    const seenIds: string[] = []
    while (next) {
      const { body, headers } = await writer.get(next)
      seenIds.push(...body.map(({ _id }: { _id: string }) => _id))
      next = nextOf({ headers })
      await write(100)
    }
    expect(seenIds.slice(-writtenIds.length), query).toEqual(writtenIds)
    expect(new Set(seenIds).size).toBe(seenIds.length)
  }
})

test('posts of earlier versions get their tags in the background, and changes in the meantime count', async () => {
  const { kysely } = app.db
  const author = await app.signUp('Early')
  const suspended = await app.signUp('Suspended')
  const early: string[] = []
  for (const person of [author, author, author, suspended])
    early.push(await person.write('early #early #before'))
  const storedTags = () =>
    kysely.selectFrom('post_tags').selectAll().orderBy('post_id').orderBy('tag').execute()
  const counts = async () => (await ada.get('/api/tags')).body
  await app.db.transaction(async (trx) => {
    await trx.deleteFrom('post_tags').execute()
    await trx.deleteFrom('tags').execute()
    recordChanges(trx, 'all')
  })
  expect(await namesIn('tag=early')).toEqual([])
  await author.delete(`/api/posts/${early[0]}`)
  await author.put(`/api/posts/${early[1]}`, { text: 'early #early #after' })
  await moderator.put(`/api/admin/suspensions/${suspended.id}`, { reason: 'x' })
  const tagPosts = async () => {
    await app.db.transaction((trx) => insertJob(trx, 'tag-posts', {}))
    app.running.context.jobs.start()
    const job = kysely.selectFrom('jobs').select('id').where('kind', '=', 'tag-posts')
    await until(async () => (await job.execute()).length === 0)
  }
  await tagPosts()
  const count = async (tag: string) => (await ada.get(`/api/posts?tag=${tag}`)).body.length
  expect([await count('early'), await count('css')]).toEqual([2, 1])
  await moderator.delete(`/api/admin/suspensions/${suspended.id}`)
  expect(await namesIn('tag=early')).toEqual(['early', 'early', 'early'])
  expect(await namesIn('tag=before')).toEqual(['early', 'early'])
  expect((await ada.get('/api/tags?prefix=early')).body).toEqual([{ tag: 'early', count: 3 }])
  const rows = await storedTags()
  const tags = await counts()
  await tagPosts()
  expect([await storedTags(), await counts()]).toEqual([rows, tags])
})

test('tags are listed by how many posts have them', async () => {
  const { body } = await ada.get('/api/tags?prefix=T')
  expect(body).toEqual([{ tag: 'typescript', count: 3 }])
  expect((await ada.get('/api/tags?prefix=%23%E6%97%A5')).body).toEqual([{ tag: '日本語', count: 1 }])
  const allTags = (await ada.get('/api/tags')).body
  expect(allTags.length).toBeGreaterThan(4)
  expect(allTags.map(({ count }: { count: number }) => count)).toEqual(
    allTags.map(({ count }: { count: number }) => count).toSorted((a: number, b: number) => b - a),
  )
  expect((await ada.get('/api/tags?prefix=%25')).body).toEqual([])
})

test('tags are found by their prefix, most used first, however many there are', async () => {
  const numbers = Array.from({ length: 3_000 }, (_, index) => index)
  const tagOf = (index: number) => `many-${String(index).padStart(4, '0')}`
  const rows = numbers.map((index) => ({ tag: tagOf(index), count: index === 2_999 ? 90 : 1 }))
  await app.db.transaction((trx) => bulkInsert(engine, trx, 'tags', rows))
  const listed = async (prefix: string) =>
    (await ada.get(`/api/tags?prefix=${prefix}`)).body.map(({ tag }: { tag: string }) => tag)
  expect(await listed('')).toHaveLength(20)
  expect(await listed('many')).toEqual([tagOf(2_999), ...numbers.slice(0, 19).map(tagOf)])
  expect(await listed('many-29')).toEqual([tagOf(2_999), ...numbers.slice(2_900, 2_919).map(tagOf)])
  await app.db.transaction((trx) => trx.deleteFrom('tags').where('tag', 'like', 'many-%').execute())
})

test('tags say who asks and who answers, with their current names', async () => {
  const path = '/api/tags/TypeScript'
  const read = async () => (await secondApp.call('GET', path, { token: ada.token })).body
  const before = await read()
  expect(before).toEqual({
    tag: 'typescript',
    count: 3,
    askers: [{ _id: ben.id, name: 'Ben', handle: 'ben', avatar: expect.stringContaining('http') }],
    answerers: [{ _id: ada.id, name: 'Ada', handle: 'ada', avatar: expect.stringContaining('http') }],
  })
  await ada.put('/api/auth/account', { name: 'Ada B' })
  expect(await read()).toMatchObject({ answerers: [{ name: 'Ada B' }] })
  await moderator.put(`/api/admin/suspensions/${ada.id}`, { reason: 'x' })
  expect(await (await secondApp.call('GET', path, { token: ben.token })).body).toMatchObject({
    count: 2,
    answerers: [],
  })
  await moderator.delete(`/api/admin/suspensions/${ada.id}`)
})

test('tags that nobody has used have no posts', async () => {
  for (const [path, tag] of [
    ['unused', 'unused'],
    ['%23Un%20used', 'un used'],
    [encodeURIComponent("';--"), "';--"],
    ['%00', '\0'],
  ]) {
    const { status, body } = await ben.get(`/api/tags/${path}`)
    expect([status, body]).toEqual([200, { tag, count: 0, askers: [], answerers: [] }])
  }
})
