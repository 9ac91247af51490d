import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../server/ids.ts'
import { type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let reader: Person
let other: Person
let posts: string[]
beforeAll(async () => {
  app = await startApp()
  reader = await app.signUp()
  other = await app.signUp()
  posts = []
  for (const text of ['first', 'second', 'third', 'fourth']) posts.push(await other.write(text))
  await reader.put(`/api/posts/like/${posts[0]}`)
  await reader.put(`/api/posts/like/${posts[2]}`)
  await other.put(`/api/posts/like/${posts[1]}`)
})
afterAll(() => app.stop())

const marks = (person: Person, query: string) => person.get(`/api/marks${query}`)

test('marks are the given posts that the member has liked, in the order given', async () => {
  const response = await marks(reader, `?posts=${posts.toReversed()}`)
  expect(response.status).toBe(200)
  expect(response.body).toEqual({ liked: [posts[2], posts[0]], bookmarked: [] })
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect((await marks(other, `?posts=${posts}`)).body).toEqual({ liked: [posts[1]], bookmarked: [] })
  expect((await marks(reader, `?posts=${posts[0]}`)).body.liked).toEqual([posts[0]])
})

test('marks leave out missing posts, malformed ids and repeated ids', async () => {
  const strange = [newId(), 'x', '', '%00', "'--", posts[0], posts[0]?.toUpperCase(), '\u00e4']
  for (const query of [
    `?posts=${strange}`,
    `?posts=${strange.join('%2C')}`,
    `?posts=${strange.join('&posts=')}`,
  ]) {
    const response = await marks(reader, query)
    expect(response.status, query).toBe(200)
    expect(response.body, query).toEqual({ liked: [posts[0]], bookmarked: [] })
  }
  for (const query of ['', '?', '?posts=', '?posts=,,,', '?post=x', '?posts[]=x']) {
    expect((await marks(reader, query)).body, query).toEqual({ liked: [], bookmarked: [] })
  }
})

test('marks are read for at most a hundred ids', async () => {
  const hundred = [...Array.from({ length: 99 }, () => newId()), posts[0]]
  expect((await marks(reader, `?posts=${hundred}`)).body.liked).toEqual([posts[0]])
  const response = await marks(reader, `?posts=${hundred},${newId()}`)
  expect(response.status).toBe(400)
  expect(response.body).toEqual({ errors: [{ msg: 'Posts must be at most 100', field: 'posts' }] })
})

test('marks follow every like at once, in every process', async () => {
  const secondApp = await app.another()
  const post = posts[3]
  try {
    for (const liked of [true, false, true]) {
      await reader.put(`/api/posts/${liked ? 'like' : 'unlike'}/${post}`)
      for (const instance of [app, secondApp]) {
        const { body } = await instance.call('GET', `/api/marks?posts=${post}`, { token: reader.token })
        expect(body.liked).toEqual(liked ? [post] : [])
      }
    }
  } finally {
    await secondApp.stop()
  }
})
