import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AI_CRAWLERS } from '../../../server/features/pages/crawlers.ts'
import { type Person, startApp, type TestApp } from '../../app.ts'

// Every test writes to one process and reads from another.
let app: TestApp
let reader: TestApp
let admin: Person
let ada: Person
let post: string
let handle: string

const NAME = 'Ada Closedprofile'

beforeAll(async () => {
  app = await startApp({ PUBLIC_URL: 'https://community.example' })
  reader = await app.another({ PUBLIC_URL: 'https://community.example' })
  admin = await app.signUpAs('admin')
  ada = await app.signUpWithProfile(NAME)
  handle = (await ada.get('/api/auth')).body.handle
  const { body } = await ada.post('/api/posts', { text: 'How do #parsers work?', question: true })
  post = body._id
  const answer = await ada.post(`/api/posts/comment/${post}`, { text: 'By the book' })
  await ada.put(`/api/posts/comment/${post}/${answer.body[0]._id}/accepted`)
  await app.running.context.maintenance.run()
})
afterAll(async () => {
  await reader.stop()
  await app.stop()
})

const change = async (body: object) => {
  expect((await admin.put('/api/admin/site', body)).status).toBe(200)
}

beforeEach(() => change({ reading: 'public', profiles: 'public', indexing: 'all' }))

const callsAboutPeople = () => [
  '/api/profile',
  '/api/profile?skill=SQL',
  '/api/profile/counts',
  `/api/profile/user/${ada.id}`,
  `/api/profile/user/${ada.id}/resume.json`,
  `/api/people/${ada.id}`,
  `/api/people/${handle}`,
  '/api/skills',
  '/api/skills?prefix=S',
  '/api/skills/SQL/answerers',
  `/api/answers/${ada.id}`,
  '/api/search?q=typescript&in=people',
  `/api/search?q=parsers&author=${ada.id}`,
  `/api/search/counts?q=parsers&author=${ada.id}`,
  `/api/posts?author=${ada.id}`,
]

const statusesAt = async (at: TestApp, paths: string[], token?: string) =>
  Promise.all(paths.map(async (path) => [path, (await at.call('GET', path, { token })).status]))
const withStatus = (paths: string[], status: number) => paths.map((path) => [path, status])

test('closed profiles need a sign-in with the next request, on every process, and open again as fast', async () => {
  const paths = callsAboutPeople()
  for (let round = 0; round < 2; round++) {
    for (const instance of [app, reader])
      expect(await statusesAt(instance, paths)).toEqual(withStatus(paths, 200))
    await change({ profiles: 'members' })
    for (const instance of [reader, app]) {
      expect(await statusesAt(instance, paths)).toEqual(withStatus(paths, 401))
      expect(await statusesAt(instance, paths, 'dead')).toEqual(withStatus(paths, 401))
      expect(await statusesAt(instance, paths, ada.token)).toEqual(withStatus(paths, 200))
    }
    await change({ profiles: 'public' })
  }
})

test('closed profiles are closed by the address alone, whoever exists', async () => {
  await change({ profiles: 'members' })
  const refused = await reader.call('GET', `/api/people/${handle}`)
  expect(refused.body).toEqual({ errors: [{ msg: 'No token, authorization denied' }] })
  for (const path of ['/api/people/nobody-at-all', '/api/profile/user/x', '/api/profile/github/octocat']) {
    expect(await reader.call('GET', path)).toMatchObject({ status: 401, body: refused.body })
  }
  const pages = ['/profile/%', '/@%'].map(async (path) => {
    const real = await reader.call('GET', path.replace('%', path === '/@%' ? handle : ada.id))
    const invented = path.replace('%', path === '/@%' ? 'nobody-here' : ada.id.replace(/.$/, '0'))
    const { status, body } = await reader.call('GET', invented)
    const neutral = (html: string) => html.replaceAll(/profile\/[\w-]+|@[\w-]+/g, '')
    expect([status, neutral(body)]).toEqual([real.status, neutral(real.body)])
  })
  await Promise.all(pages)
})

test('a copy of a profile cannot be revalidated once profiles are closed', async () => {
  const path = `/api/profile/user/${ada.id}`
  const open = await reader.call('GET', path)
  expect(open.headers.get('cache-control')).toBe('no-cache')
  const headers = { 'if-none-match': open.headers.get('etag') ?? '' }
  expect((await reader.call('GET', path, { headers })).status).toBe(304)
  await change({ profiles: 'members' })
  expect((await reader.call('GET', path, { headers })).status).toBe(401)
  const member = await reader.call('GET', path, { token: ada.token })
  expect([member.status, member.headers.get('cache-control')]).toEqual([200, 'no-store'])
})

test('pages, feeds and sitemaps show strangers nothing about people but the names on posts', async () => {
  const pages = ['/profiles', `/profile/${ada.id}`, `/profile/${ada.id}?page=1`]
  const feed = `/@${handle}/feed.atom`
  for (const path of [...pages, feed]) expect((await reader.call('GET', path)).body, path).toContain(NAME)
  expect((await reader.call('GET', '/sitemap.xml')).body).toContain(ada.id)
  await change({ profiles: 'members' })
  for (const path of [...pages, `/@${handle}`]) {
    const { status, body, headers } = await reader.call('GET', path)
    expect([status, headers.get('location')], path).toEqual([200, null])
    expect(body).not.toContain(NAME)
    expect(body).not.toContain('ld+json')
    expect(body).toMatch(/<meta name="robots" content="noindex"/)
    expect(body).toContain('<a href="/login">Sign in</a>')
    expect(body).toMatch(/og:image" content="[^"]*\/icon-512\.png"/)
  }
  const feedResponse = await reader.call('GET', feed)
  expect([feedResponse.status, JSON.stringify(feedResponse.body)]).toEqual([
    404,
    expect.not.stringContaining(NAME),
  ])
  for (const path of ['/sitemap.xml', '/sitemap-pages.xml', '/sitemap-profiles.xml']) {
    expect((await reader.call('GET', path)).body, path).not.toContain('/profile')
  }
  for (const path of [
    '/posts',
    `/posts/${post}`,
    '/posts?tag=parsers',
    '/feed.atom',
    '/tags/parsers/feed.atom',
  ]) {
    const { status, body } = await reader.call('GET', path)
    expect(status, path).toBe(200)
    expect(body).toContain(NAME)
    expect(body, path).not.toContain('/profile/')
  }
  const read = await reader.call('GET', `/api/posts/${post}`)
  expect(read.body).toMatchObject({ name: NAME, handle, avatar: expect.any(String) })
})

test('search counts and tag pages name nobody to strangers while profiles are closed', async () => {
  const tag = async (token?: string) => (await reader.call('GET', '/api/tags/parsers', { token })).body
  const counts = async (token?: string) =>
    (await reader.call('GET', '/api/search/counts?q=parsers', { token })).body
  expect((await tag()).askers).toHaveLength(1)
  await change({ profiles: 'members' })
  expect(await tag()).toEqual({ tag: 'parsers', count: 1, askers: [], answerers: [] })
  expect((await tag(ada.token)).answerers).toMatchObject([{ name: NAME }])
  expect(await counts()).toMatchObject({ count: 1, authors: [] })
  expect((await counts(ada.token)).authors).toMatchObject([{ name: NAME }])
})

test('robots.txt refuses the crawlers of AI companies where only search engines are welcome, and no page is listed where none are', async () => {
  const read = async (path: string) => {
    const { body, headers } = await reader.call('GET', path)
    return [/<meta name="robots" content="(\w+)"/.exec(body)?.[1], headers.get('x-robots-tag')]
  }
  const pages = ['/', '/profiles', `/profile/${ada.id}`, '/posts', `/posts/${post}`]
  for (const path of pages) expect(await read(path), path).toEqual([undefined, null])
  expect((await reader.call('GET', '/robots.txt')).body).not.toContain('GPTBot')

  await change({ indexing: 'search' })
  const { body } = await reader.call('GET', '/robots.txt')
  const [refused = '', others = ''] = body.split('\n\n')
  expect(refused.split('\n')).toEqual([...AI_CRAWLERS.map((name) => `User-agent: ${name}`), 'Disallow: /'])
  expect(others).toBe('User-agent: *\nDisallow:')
  for (const path of pages) expect(await read(path), path).toEqual([undefined, null])

  await change({ indexing: 'none' })
  expect((await reader.call('GET', '/robots.txt')).body).toBe(body)
  for (const path of [...pages, '/login', '/nowhere', '/dashboard']) {
    expect(await read(path), path).toEqual(['noindex', 'noindex'])
  }
  expect((await reader.call('GET', '/feed.atom')).headers.get('x-robots-tag')).toBe('noindex')
  expect((await reader.call('GET', '/sitemap.xml')).body).not.toContain('<loc>')
})
