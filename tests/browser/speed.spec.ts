import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

/** The total layout shift since the page was opened. */
function shifts(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => setTimeout(() => resolve(sum)))
      }),
  )
}

test('nothing moves while a page loads', async ({ page, member }) => {
  const ada = await member()
  await ada.withProfile({ bio: 'Here I am', githubusername: 'octo' })
  await ada.writePost('A post in sight')
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 150))
    await route.continue()
  })
  const pages = [
    ['/profiles', 'View Profile'],
    [`/profile/${ada.id}`, 'lattice'],
    ['/dashboard', 'Experience Credentials'],
    ['/settings', 'This one'],
    ['/posts', 'A post in sight'],
  ] as const
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    for (const [path, content] of pages) {
      await ada.open(page, path)
      await expect(page.getByText(content).first()).toBeVisible()
      await expect(page.getByRole('img', { name: 'Loading...' })).toHaveCount(0)
      expect(await shifts(page), `${path} at ${width}`).toBe(0)
    }
    await page.evaluate(() => localStorage.clear())
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await shifts(page), `/ at ${width}`).toBe(0)
  }
})

test('fonts that arrive late move nothing either, and are used from the next page on', async ({
  browser,
  baseURL,
  member,
}) => {
  test.slow()
  const ada = await member('Maximiliane Wolkenstein-Trostburg')
  const prose = 'As many words as it takes to fill two lines or more, in *every* column of `every` page. '
  await ada.withProfile({
    bio: prose.repeat(3),
    githubusername: 'octo',
    company: 'Northwind Traders',
    location: 'Lisbon, Portugal',
    website: 'https://maximiliane.example/work',
    skills: 'TypeScript,PostgreSQL,Distributed systems,Accessibility,Figma,WebAssembly',
  })
  const period = { from: '2020-01-01', to: '2021-12-31', description: prose }
  await ada.send('PUT', '/api/profile/experience', { title: 'Willing engineer', company: 'AVA', ...period })
  await ada.send('PUT', '/api/profile/education', { school: 'Illinois', degree: 'MMath', ...period })
  await ada.writePost(prose.repeat(3))
  for (const width of [390, 1280]) {
    for (const path of ['/profiles', `/profile/${ada.id}`, '/dashboard', '/posts', '/']) {
      const context = await browser.newContext({ baseURL, viewport: { width, height: 844 } })
      const page = await context.newPage()
      if (path !== '/') await page.addInitScript((token) => localStorage.setItem('token', token), ada.token)
      const shown = Promise.withResolvers<void>()
      await page.route('**/*.woff2', async (route) => {
        await shown.promise
        await route.continue()
      })
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('img', { name: 'Loading...' })).toHaveCount(0)
      shown.resolve()
      await page.waitForFunction(() => document.fonts.check('1em "Instrument Sans Variable"'))
      if (path !== '/') {
        await page.waitForFunction(() => document.fonts.check('1em "JetBrains Mono Variable"'))
      }
      expect(await shifts(page), `${path} at ${width}`).toBe(0)
      const font = () => page.evaluate(() => getComputedStyle(document.body).fontFamily)
      expect(await font()).not.toContain('Instrument Sans')
      await page.getByRole('link', { name: 'Developers', exact: true }).click()
      if (path !== '/profiles') await expect.poll(font).toContain('Instrument Sans')
      await context.close()
    }
  }
})

test('the data of the first screen is requested before the main script has loaded, and only once', async ({
  page,
  member,
}) => {
  const ada = await member()
  await ada.writePost('Early')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname + search)
  })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/start-*.js', async (route) => {
    await held
    await route.continue()
  })
  await ada.open(page, '/posts')
  await expect.poll(() => asked.toSorted()).toEqual(['/api/auth', '/api/posts'])
  release()
  await expect(page.getByText('Early').first()).toBeVisible()
  // The reader's own marks, and what stands next to the feed if there is room, come later.
  const first = asked.filter((path) => ['/api/auth', '/api/posts'].includes(path))
  expect(first).toHaveLength(2)
})

test('500 posts never block the page for 50 ms', async ({ page, browser, member, expectFailures }) => {
  const ada = await member()
  const first = await ada.writePost('One of many, with a link to https://example.com/ and a few more words.')
  const sample = await ada.send<object>('GET', `/api/posts/${first}`)
  await page.route('**/api/posts*', (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('cursor'))
    const posts = Array.from({ length: 50 }, (_, index) => ({ ...sample, _id: `${from + index}` }))
    const link = `</api/posts?cursor=${from + 50}>; rel="next"`
    return route.fulfill({ json: posts, headers: from < 450 ? { link } : {} })
  })
  // What others do meanwhile is not what is measured.
  await page.route('**/api/events', (route) => route.fulfill({ status: 404, json: {} }))
  expectFailures(/\/api\/events$/)
  await ada.open(page, '/profiles')
  await expect(page.getByRole('heading', { name: 'Developers' })).toBeVisible()

  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await page.getByRole('link', { name: 'Posts', exact: true }).click()
  await expect(page.locator('article')).toHaveCount(50)
  await page.evaluate(async () => {
    const more = () => document.querySelector<HTMLButtonElement>('main .text-center button')
    while (more()) {
      const before = document.querySelectorAll('article').length
      more()?.click()
      while (document.querySelectorAll('article').length === before) {
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
  })
  await expect(page.locator('article')).toHaveCount(500)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: { name: string; tdur?: number }[]
  }
  // CPU time of the thread rather than wall time, so that other load on the machine does not count.
  const work = traceEvents.filter(({ name }) => ['FunctionCall', 'Layout', 'UpdateLayoutTree'].includes(name))
  expect(work.length).toBeGreaterThan(10)
  expect(Math.max(...work.map(({ tdur = 0 }) => tdur / 1000))).toBeLessThan(50)
})
