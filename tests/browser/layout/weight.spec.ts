import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../test.ts'

const BUILT = join(import.meta.dirname, '../../../dist/web')

test('the landing page is light, and nothing leaves the site', async ({ page, baseURL }) => {
  const files: string[] = []
  page.on('request', (request) => files.push(request.url()))
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(files.filter((url) => !url.startsWith(`${baseURL}/`))).toEqual([])
  const scripts = await sizeOf(files.filter((url) => url.endsWith('.js')))
  expect(scripts).toBeGreaterThan(0)
  expect(scripts).toBeLessThanOrEqual(120_000)
  expect(files.some((url) => url.endsWith('.woff2'))).toBe(true)
  expect(await sizeOf(files)).toBeLessThanOrEqual(185 * 1024)
})

test('the scripts that the feed needs are light, and its editor is not among them', async ({
  page,
  member,
}) => {
  const ada = await member()
  await ada.writePost('The first post')
  const visible = Promise.withResolvers<void>()
  await page.route(/assets\/(?:editor|shortcuts)-/, async (route) => {
    await visible.promise
    await route.continue()
  })
  const files: string[] = []
  page.on('requestfinished', (request) => files.push(request.url()))
  await ada.open(page, '/posts')
  await expect(page.getByRole('article').getByText('The first post')).toBeVisible()
  const scripts = await sizeOf(files.filter((url) => url.endsWith('.js')))
  visible.resolve()
  expect(scripts).toBeGreaterThan(120_000)
  expect(scripts).toBeLessThanOrEqual(160_000)
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
})

/** Bytes as sent; fonts are compressed already. */
async function sizeOf(urls: string[]): Promise<number> {
  const sizes = urls.map(async (url) => {
    const path = new URL(url).pathname
    const name = path === '/' ? 'index.html' : path
    return (await stat(join(BUILT, name.endsWith('.woff2') ? name : `${name}.gz`))).size
  })
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0)
}

test('assets are hashed, compressed and cached forever; the page itself is not', async ({ request }) => {
  const html = await readFile(join(BUILT, 'index.html'), 'utf8')
  const script = html.match(/\/assets\/[\w-]+-[\w-]{8}\.js/)?.[0] ?? ''
  for (const encoding of ['br', 'gzip']) {
    const response = await request.get(script, { headers: { 'accept-encoding': encoding } })
    expect(response.headers()['content-encoding']).toBe(encoding)
    expect(response.headers()['cache-control']).toContain('immutable')
  }
  expect((await request.get('/')).headers()['cache-control']).toContain('no-cache')
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/)
  expect(html).not.toMatch(/<style|\sstyle=/)
})
