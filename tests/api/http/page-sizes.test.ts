import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { MAX_LENGTH, PAGE_BYTES } from '../../../contract/limits.ts'
import { type Person, startApp, type TestApp } from '../../app.ts'
import { spyOnStatements } from '../../sent-queries.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
  const admin = await app.signUpAs('admin')
  await admin.put('/api/admin/site', { reading: 'public' })
  ada = await app.signUpWithProfile('Ada Lin')
  await app.stopBackgroundWork()
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => app.stop())

/** Also checks the size of the page, and that the next visitor gets it from the cache. */
async function read(path: string): Promise<string> {
  const { status, body } = await app.call('GET', path)
  expect(status, path).toBe(200)
  expect(Buffer.byteLength(body), path).toBeLessThan(PAGE_BYTES)
  const statements = spyOnStatements()
  expect((await app.call('GET', path)).body).toBe(body)
  expect(statements().filter((text) => /"(posts|profiles|users)"/.test(text))).toEqual([])
  vi.restoreAllMocks()
  return body
}

test('a profile that is too long for one page is on several, which link to the next', async () => {
  const companies = Array.from({ length: 90 }, (_, index) => `Company ${index}!`)
  const summary = '&'.repeat(MAX_LENGTH.prose)
  for (const half of [companies.slice(0, 45), companies.slice(45)]) {
    const work = half.map((name) => ({ position: 'Engineer', name, summary }))
    const { body } = await ada.post('/api/profile/resume', { work })
    expect(body.added.work).toBe(45)
  }
  await ada.put('/api/profile/education', { school: 'A small school', degree: 'BSc' })
  const path = `/profile/${ada.id}`
  const pages: string[] = []
  for (let next: string | undefined = path; next; ) {
    const html: string = await read(next)
    expect(html).toMatch(`rel="canonical" href="${app.running.address}${next}"`)
    pages.push(html)
    next = /<a href="([^"]*)" rel="next">/.exec(html)?.[1]
  }
  const listed = pages.map((html) => [...html.matchAll(/Company \d+!/g)].map(([name]) => name))
  expect(listed.flat().sort()).toEqual(companies.toSorted())
  for (const names of listed) expect(names).not.toEqual([])
  expect(pages[0]).toMatch(/<h1>Ada Lin<\/h1>.*TypeScript/s)
  expect(pages[1]).toMatch(`<h1><a href="${path}">Ada Lin</a></h1>`)
  expect(pages.filter((html) => html.includes('A small school</h3>'))).toEqual([pages.at(-1)])
  expect(pages.join()).not.toContain('No education credentials')
  expect((await app.call('GET', `${path}?page=${pages.length + 1}`)).status).toBe(404)
  for (const other of ['0', '1', '02', 'x', '-1', '1e1']) {
    expect((await app.call('GET', `${path}?page=${other}`)).body, other).toBe(pages[0])
  }
})

test('someone without a profile has one page', async () => {
  const { id } = await app.signUp('Silent')
  expect(await read(`/profile/${id}`)).toContain('<h1>Silent</h1>')
  expect((await app.call('GET', `/profile/${id}?page=2`)).status).toBe(404)
})

test('feeds and lists of long posts end before they are too large', async () => {
  // The feed escapes these texts twice.
  const texts = ['""', '&#', '𝒳"'].map((two) => two.repeat(MAX_LENGTH.post / 2))
  const ids: string[] = []
  for (let index = 0; index < 21; index++) ids.unshift(await ada.write(texts[index % texts.length] ?? ''))
  for (const path of ['/feed.atom', '/@ada-lin/feed.atom']) {
    const feed = await read(path)
    const entryIds = [...feed.matchAll(/<entry>\n<id>urn:uuid:([^<]*)/g)].map(([, id]) => id)
    expect(entryIds.length).toBeGreaterThan(5)
    expect(entryIds).toEqual(ids.slice(0, entryIds.length))
    expect(feed.trim()).toMatch(/<\/feed>$/)
  }
  const list = await read('/posts')
  const listedIds = [...list.matchAll(/<a href="\/posts\/([^"]*)">Discussion/g)].map(([, id]) => id)
  expect(listedIds.length).toBeGreaterThan(5)
  expect(listedIds).toEqual(ids.slice(0, listedIds.length))
})
