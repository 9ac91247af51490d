import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertCommunity } from '../../../test-support/community.ts'
import { startApp, type TestApp } from '../../app.ts'

const PUBLIC = 'https://community.example'
const PAGES = ['/', '/login', '/register', '/profiles'].map((path) => PUBLIC + path)

let app: TestApp
let secondApp: TestApp
beforeAll(async () => {
  app = await startApp({ PUBLIC_URL: PUBLIC })
  secondApp = await app.another({ PUBLIC_URL: PUBLIC })
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
})

async function read(path: string, from = app) {
  const { status, body, headers } = await from.call('GET', path)
  expect(status, path).toBe(200)
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect(body.length).toBeLessThan(1_000_000)
  return { kind: /<(\w+) xmlns=/.exec(body)?.[1], places: locationsIn(body) }
}

const locationsIn = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, place = '']) => place.replaceAll('&amp;', '&'))

test('robots.txt names the sitemap and allows crawling', async () => {
  const { status, body, headers } = await app.call('GET', '/robots.txt')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(body).toBe(`User-agent: *\nDisallow:\n\nSitemap: ${PUBLIC}/sitemap.xml\n`)
  expect((await app.call('HEAD', '/robots.txt')).status).toBe(200)
  expect((await app.call('POST', '/robots.txt')).status).toBe(405)
})

test('a small community has one sitemap, with its public pages and profiles', async () => {
  expect(await read('/sitemap.xml')).toEqual({ kind: 'urlset', places: PAGES })
  const ada = await app.signUpWithProfile('Ada')
  await app.signUp('Without a profile')
  expect(await read('/sitemap.xml')).toEqual({
    kind: 'urlset',
    places: [...PAGES, `${PUBLIC}/profile/${ada.id}`],
  })
  await ada.delete('/api/profile')
  expect((await read('/sitemap.xml', secondApp)).places).toEqual(PAGES)
  const { headers } = await app.call('GET', '/sitemap.xml')
  const revalidation = { headers: { 'if-none-match': headers.get('etag') ?? '' } }
  expect((await app.call('GET', '/sitemap.xml', revalidation)).status).toBe(304)
})

test('a large community has an index of sitemaps that together have every profile', {
  timeout: 60_000,
}, async () => {
  await insertCommunity(app.db, { users: 10_400, posts: 0 })
  const late = await app.signUpWithProfile('Late')
  const { kind, places } = await read('/sitemap.xml')
  expect(kind).toBe('sitemapindex')
  expect(places.slice(0, 2)).toEqual([`${PUBLIC}/sitemap-pages.xml`, `${PUBLIC}/sitemap-profiles.xml`])
  expect(places).toHaveLength(4)
  expect((await read('/sitemap-pages.xml')).places).toEqual(PAGES)
  // Deleting in the middle must lose nothing after it.
  const row = await app.db.kysely
    .selectFrom('profiles')
    .select('user_id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  await app.db.transaction((trx) =>
    trx
      .deleteFrom('profiles')
      .where('user_id', '=', row?.user_id ?? '')
      .execute(),
  )
  const foundAddresses = new Set<string>()
  for (const sitemapAddress of places.slice(1)) {
    const map = await read(sitemapAddress.slice(PUBLIC.length), secondApp)
    expect(map.kind).toBe('urlset')
    expect(map.places.length).toBeGreaterThan(0)
    for (const address of map.places) foundAddresses.add(address)
  }
  expect(foundAddresses.size).toBe(10_400)
  expect(foundAddresses).toContain(`${PUBLIC}/profile/${late.id}`)
  expect((await read('/sitemap.xml', secondApp)).places).toHaveLength(4)
  for (const from of ['x', '', '%00', 'a'.repeat(21), `${'a'.repeat(22)}/`]) {
    expect((await app.call('GET', `/sitemap-profiles.xml?from=${from}`)).status, from).toBe(404)
  }
})
