import { afterAll, beforeAll, expect, test } from 'vitest'
import { RENDER_VERSION } from '../../../server/features/markdown/renderer.ts'
import { newId } from '../../../server/ids.ts'
import { type ApiResponse, insertCrowd, nextOf, type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let secondApp: TestApp
beforeAll(async () => {
  app = await startApp()
  secondApp = await app.another()
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
})

const FEED = '/api/posts?feed=following'
const idsOf = ({ body }: ApiResponse): string[] => body.map(({ _id }: { _id: string }) => _id)

async function textsIn({ token }: Person, query = ''): Promise<string[]> {
  const response = await app.call('GET', FEED + query, { token })
  expect((await secondApp.call('GET', FEED + query, { token })).body).toEqual(response.body)
  return response.body.map(({ text }: { text: string }) => text)
}

test('the following feed has the posts of followed people and tags, each once, from the next request on', async () => {
  const reader = await app.signUp()
  const ada = await app.signUp()
  const ben = await app.signUp()
  const moderator = await app.signUpAs('moderator')
  await reader.write('Own')
  for (const text of ['A plain', 'A #sql', 'A #sql #css']) await ada.write(text)
  for (const text of ['B plain', 'B #css']) await ben.write(text)
  expect(await textsIn(reader)).toEqual([])
  await reader.put(`/api/follows/people/${ada.id}`)
  expect(await textsIn(reader)).toEqual(['A #sql #css', 'A #sql', 'A plain'])
  expect(await textsIn(ben)).toEqual([])
  await reader.put('/api/follows/tags/css')
  expect(await textsIn(reader)).toEqual(['B #css', 'A #sql #css', 'A #sql', 'A plain'])
  expect(await textsIn(reader, '&tag=css')).toEqual(['B #css', 'A #sql #css'])
  expect(await textsIn(reader, '&tag=sql')).toEqual(['A #sql #css', 'A #sql'])
  expect(await textsIn(reader, `&author=${ada.id}`)).toEqual(['A #sql #css', 'A #sql', 'A plain'])
  expect(await textsIn(reader, `&author=${ben.id}`)).toEqual(['B #css'])
  expect(await textsIn(reader, `&author=${ben.id}&tag=css`)).toEqual(['B #css'])
  expect(await textsIn(reader, `&author=${ben.id}&tag=sql`)).toEqual([])
  expect(await textsIn(reader, `&author=${ada.id}&tag=sql`)).toEqual(['A #sql #css', 'A #sql'])
  const post = await ben.write('B new #css')
  expect((await textsIn(reader))[0]).toBe('B new #css')
  await ben.put(`/api/posts/${post}`, { text: 'B new' })
  await moderator.put(`/api/admin/suspensions/${ada.id}`, { reason: 'Rude' })
  expect(await textsIn(reader)).toEqual(['B #css'])
  await moderator.delete(`/api/admin/suspensions/${ada.id}`)
  await reader.delete('/api/follows/tags/css')
  expect(await textsIn(reader)).toEqual(['A #sql #css', 'A #sql', 'A plain'])
  await reader.put(`/api/blocks/${ada.id}`)
  expect(await textsIn(reader)).toEqual([])
})

/** Some members post all at once, others posted long ago. */
async function insertCommunity() {
  const people = Array.from({ length: 60 }, () => newId())
  const author = (n: number) => people[n < 70 ? n % 60 : n < 100 ? 7 : (n * n) % 23] ?? ''
  const posts = Array.from({ length: 200 }, (_, n) => {
    const tags = [['a'], ['a', 'b'], ['c'], [], []][n % 5] ?? []
    return { id: newId(), user_id: author(n), tags: n > 100 && n % 5 === 2 ? [] : tags }
  })
  const text = {
    text: 'x',
    html: '<p>x</p>',
    render_version: RENDER_VERSION,
    like_count: 0,
    comment_count: 0,
  }
  const rows = posts.map(({ tags, ...post }) => ({ ...post, ...text, tags: JSON.stringify(tags) }))
  const tagRows = posts.flatMap(({ id, user_id, tags }) =>
    tags.map((tag) => ({ post_id: id, tag, user_id, question: 0, is_open: 0, hidden: 0 })),
  )
  await app.db.transaction(async (trx) => {
    await insertCrowd(trx, people)
    await trx.insertInto('posts').values(rows).execute()
    await trx.insertInto('post_tags').values(tagRows).execute()
  })
  return { people, posts }
}

test('pages of the following feed skip and repeat nothing, whatever their size', async () => {
  const { people, posts } = await insertCommunity()
  const cases: [string[], string[]][] = [
    [people.slice(0, 12), ['b']],
    [people.slice(5, 60), []],
    [[], ['a', 'b', 'c']],
    [people, ['a', 'b', 'c']],
  ]
  for (const [followed, tags] of cases) {
    const reader = await app.signUp()
    await app.db.transaction(async (trx) => {
      const rows = followed.map((id) => ({ user_id: reader.id, other_id: id, id: newId() }))
      if (rows.length > 0) await trx.insertInto('follows_people').values(rows).execute()
      const tagged = tags.map((tag) => ({ user_id: reader.id, tag, id: newId() }))
      if (tagged.length > 0) await trx.insertInto('follows_tags').values(tagged).execute()
    })
    const expected = posts
      .filter((post) => followed.includes(post.user_id) || tags.some((tag) => post.tags.includes(tag)))
      .map(({ id }) => id)
      .reverse()
    for (const limit of [9, 100]) {
      const seenIds: string[] = []
      for (let next: string | undefined = `${FEED}&limit=${limit}`; next; ) {
        const page = await reader.get(next)
        expect(page.body.length).toBeLessThanOrEqual(limit)
        seenIds.push(...idsOf(page))
        next = nextOf(page)
      }
      expect(seenIds).toEqual(expected)
    }
  }
})

test('pages of the following feed are exact while others write and delete in another process', async () => {
  const crowd = await Promise.all(Array.from({ length: 24 }, () => app.signUp()))
  const reader = await app.signUp()
  const writtenIds: string[] = []
  const deleted = new Set<string>()
  const write = async (person: Person) => {
    const { body } = await secondApp.call('POST', '/api/posts', { token: person.token, body: { text: 'x' } })
    writtenIds.push(body._id)
  }
  const takeBack = async (person: Person, id = writtenIds.at(-1) ?? '') => {
    deleted.add(id)
    await secondApp.call('DELETE', `/api/posts/${id}`, { token: person.token })
  }
  const visibleIds = () => writtenIds.filter((id) => !deleted.has(id)).reverse()
  for (const person of crowd) {
    await reader.put(`/api/follows/people/${person.id}`)
    await write(person)
  }
  let isReading = true
  const writing = async () => {
    for (let n = 0; isReading; n++) {
      const person = crowd[(7 * n) % crowd.length] as Person
      await write(person)
      if (n % 4 === 0) await takeBack(person)
    }
  }
  const pages: string[][] = []
  const reading = async () => {
    for (let count = 0; count < 30; count++) pages.push(idsOf(await reader.get(`${FEED}&limit=4`)))
    isReading = false
  }
  await Promise.all([writing(), reading()])
  for (const page of pages) {
    const remainingIds = page.filter((id) => !deleted.has(id))
    const start = visibleIds().indexOf(remainingIds[0] ?? '')
    expect(remainingIds).toEqual(visibleIds().slice(start, start + remainingIds.length))
  }
})
