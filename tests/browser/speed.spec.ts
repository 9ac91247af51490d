import type { Browser, Page } from '@playwright/test'
import { layoutShifts } from './layout-shifts.ts'
import { expect, test } from './test.ts'

test('nothing moves while a page loads', async ({ page, member }) => {
  test.slow()
  const [ada, bob] = [await member(), await member('Bob Berg')]
  await ada.withProfile({ bio: 'Here I am', githubusername: 'octo' })
  await bob.withProfile({ bio: 'I am here, too' })
  await ada.writePost('A post in sight')
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 150))
    await route.continue()
  })
  const pages = [
    ['/profiles', 'View Profile'],
    [`/profile/${ada.id}`, 'lattice'],
    [`/profile/${bob.id}`, 'Follow'],
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
      expect(await layoutShifts(page), `${path} at ${width}`).toBe(0)
    }
    await page.evaluate(() => localStorage.clear())
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await layoutShifts(page), `/ at ${width}`).toBe(0)
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
      await page.waitForFunction(isPainted)
      shown.resolve()
      await page.waitForFunction(() => document.fonts.check('1em "Instrument Sans Variable"'))
      if (path !== '/') {
        await page.waitForFunction(() => document.fonts.check('1em "JetBrains Mono Variable"'))
      }
      expect(await layoutShifts(page), `${path} at ${width}`).toBe(0)
      expect(await hasTextFont(page)).toBe(false)
      await page.getByRole('link', { name: 'Developers', exact: true }).click()
      if (path !== '/profiles') await expect.poll(() => hasTextFont(page)).toBe(true)
      // From the next visit on it is requested at once, whatever the network.
      await page.goto(path)
      await expect(page.locator('link[rel="preload"][as="font"]')).toHaveCount(1)
      await context.close()
    }
  }
})

/** Whether text has been painted for longer than the browser waits for an optional font. */
function isPainted(): boolean {
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  return paint !== undefined && performance.now() - paint.startTime > 200
}

/** Whether text is drawn in the text font, which has been loaded: its words have a width of their own. */
function hasTextFont(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const widthIn = (fontFamily: string) => {
      const probe = document.createElement('span')
      Object.assign(probe.style, { position: 'fixed', fontFamily })
      probe.textContent = 'Maximiliane Wolkenstein'
      document.body.append(probe)
      const { width } = probe.getBoundingClientRect()
      probe.remove()
      return width
    }
    const { fontFamily } = getComputedStyle(document.body)
    return widthIn(fontFamily) === widthIn('"Instrument Sans Variable"')
  })
}

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

test('what the first screen does not show is loaded after its content', async ({ page, member }) => {
  const ada = await member()
  await ada.writePost('Seen first')
  const loaded: string[] = []
  page.on('request', (request) => {
    const file = new URL(request.url()).pathname.match(/^\/assets\/(.+)-[\w-]{8}\.\w+$/)?.[1]
    if (file) loaded.push(file)
  })
  const held = Promise.withResolvers<void>()
  await page.route('**/api/posts', async (route) => {
    await held.promise
    await route.continue()
  })
  await ada.open(page, '/posts')
  await expect(page.getByRole('img', { name: 'Loading...' })).toBeVisible()
  // Two turns of the browser's idle time, in which it could have begun.
  await page.evaluate(async () => {
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => requestIdleCallback(resolve))
  })
  const later = ['shortcuts', 'mono', 'editor']
  expect(loaded.filter((file) => [...later, 'palette', 'listen', 'forms'].includes(file))).toEqual([])
  held.resolve()
  await expect(page.getByText('Seen first').first()).toBeVisible()
  await expect.poll(() => later.filter((file) => loaded.includes(file))).toEqual(later)
})

/** The longest piece of work in the page meanwhile: CPU time of its thread, so that other load does not count. */
async function longestWork(browser: Browser, page: Page, happen: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await happen()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: { name: string; tdur?: number }[]
  }
  const work = traceEvents.filter(({ name }) => ['FunctionCall', 'Layout', 'UpdateLayoutTree'].includes(name))
  expect(work.length).toBeGreaterThan(0)
  return Math.max(...work.map(({ tdur = 0 }) => tdur / 1000))
}

test('500 posts do not block the page for 50 ms, whatever others do', async ({ page, browser, member }) => {
  test.slow()
  const patient = expect.configure({ timeout: 15_000 })
  const [ada, bob] = [await member('Ada Reader'), await member('Bob Berg')]
  const question = await ada.writePost('A question')
  const ids: string[] = []
  for (let count = 0; count < 500; count += 50) {
    const texts = Array.from({ length: 50 }, (_, index) => `Post ${count + index}, with \`code\` and a #tag.`)
    ids.push(...(await Promise.all(texts.map((text) => bob.writePost(text)))))
  }
  const longest = (happen: () => Promise<void>) => longestWork(browser, page, happen)
  const entries = page.locator('[data-entry]')
  await ada.open(page, '/profiles')
  await patient(page.getByRole('heading', { name: 'Developers' })).toBeVisible()
  await page.getByRole('link', { name: 'Posts', exact: true }).click()
  const times: Record<string, number[]> = { load: [], like: [], account: [], return: [] }
  for (let count = 50; count < 500; count += 50) {
    await patient(entries).toHaveCount(count)
    const load = async () => {
      await page.getByRole('button', { name: 'Load more' }).click()
      await patient(entries).toHaveCount(count + 50)
    }
    // The longer the list, the more there is to do.
    if (count < 200) await load()
    else times.load?.push(await longest(load))
  }

  const shown = page.locator(`[data-entry="${ids[470]}"]`)
  const like = shown.getByRole('button', { name: 'Like', exact: true })
  for (const [method, likes] of [
    ['like', '1 like'],
    ['unlike', '0 likes'],
    ['like', '1 like'],
  ] as const) {
    const event = async () => {
      await bob.send('PUT', `/api/posts/${method}/${ids[470]}`)
      await patient(like).toHaveAccessibleDescription(likes)
    }
    times.like?.push(await longest(event))
  }
  const notifications = [
    () => bob.send('POST', `/api/posts/comment/${ids[0]}`, { text: 'Look, @ada-reader' }),
    () => bob.send('PUT', `/api/follows/people/${ada.id}`),
    () => bob.send('POST', `/api/posts/comment/${question}`, { text: 'An answer' }),
  ]
  for (const [index, notify] of notifications.entries()) {
    const event = async () => {
      await notify()
      const bell = page.getByRole('link', { name: `Notifications, ${index + 1} unread` })
      await patient(bell).toBeVisible()
    }
    times.account?.push(await longest(event))
  }
  for (let round = 0; round < 4; round++) {
    await shown.getByRole('link', { name: 'Discussion' }).click()
    const comeBack = async () => {
      await page.getByRole('link', { name: 'Back To Posts' }).click()
      await patient(page.locator('article')).toHaveCount(500)
    }
    times.return?.push(await longest(comeBack))
  }
  // A shared machine may stall once; what the page itself does too slowly is too slow each time.
  for (const [name, values] of Object.entries(times)) {
    // Coming back renders the list anew; beside other tests that takes up to 80 ms the first time.
    expect(Math.min(...values), `${name}: ${values}`).toBeLessThan(name === 'return' ? 100 : 50)
  }
})
