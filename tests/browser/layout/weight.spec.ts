import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../test.ts'

const BUILT = join(import.meta.dirname, '../../../dist/web')

test('the landing page is light, and nothing leaves the site', async ({ page, baseURL }) => {
  const files: string[] = []
  page.on('request', (request) => files.push(request.url()))
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(files.filter((url) => !url.startsWith(`${baseURL}/`))).toEqual([])
  const sizes = await Promise.all(
    files.map(async (url) => {
      const path = new URL(url).pathname
      const name = path === '/' ? 'index.html' : path
      // Fonts are compressed already.
      const sent = name.endsWith('.woff2') ? name : `${name}.gz`
      return { name, size: (await stat(join(BUILT, sent))).size }
    }),
  )
  const sum = (pattern: RegExp) =>
    sizes.filter(({ name }) => pattern.test(name)).reduce((total, { size }) => total + size, 0)
  expect(sum(/\.js$/)).toBeGreaterThan(0)
  expect(sum(/\.js$/)).toBeLessThanOrEqual(120_000)
  expect(sum(/\.woff2$/)).toBeGreaterThan(0)
  expect(sum(/./)).toBeLessThanOrEqual(185 * 1024)
})

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
