import type { Page } from '@playwright/test'
import { layoutShifts } from '../layout-shifts.ts'
import { expect, test } from '../test.ts'

for (const width of [390, 1280]) {
  test(`at ${width} px nothing moves while a page loads`, async ({ page, member }) => {
    await page.setViewportSize({ width, height: 844 })
    const ada = await member()
    const bob = await member('Bob Berg')
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
      ['/settings/sessions', 'This device'],
      ['/posts', 'A post in sight'],
    ] as const
    for (const [path, content] of pages) {
      await ada.open(page, path)
      await expect(page.getByText(content).first()).toBeVisible()
      await expect(page.getByRole('img', { name: 'Loading...' })).toHaveCount(0)
      expect(await layoutShifts(page), path).toEqual([])
    }
    await page.evaluate(() => localStorage.clear())
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await layoutShifts(page), '/').toEqual([])
  })

  test(`at ${width} px a profile does not move, whichever of its parts is late`, { tag: '@all' }, async ({
    page,
    member,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const ada = await member()
    const bob = await member('Bob Berg')
    await bob.withProfile({ githubusername: 'octo', showEmail: 'members' })
    await bob.writePost('A post in sight')
    const delayedParts = ['/auth', '/contact', '/github', '/answers', '/people']
    let late: string | undefined
    await page.route('**/*', async (route) => {
      if (late && route.request().url().includes(late)) {
        await new Promise((resolve) => setTimeout(resolve, 700))
      }
      await route.continue()
    })
    for (const part of delayedParts) {
      late = part
      await ada.open(page, `/profile/${bob.id}`)
      for (const text of ['lattice', 'A post in sight', bob.email]) {
        await expect(page.getByText(text).first()).toBeVisible()
      }
      expect(await layoutShifts(page), part).toEqual([])
    }
  })
}

test('fonts that arrive late move nothing either, and are used from the next visit on', {
  tag: '@all',
}, async ({ browser, baseURL, member }) => {
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
      const visible = Promise.withResolvers<void>()
      await page.route('**/*.woff2', async (route) => {
        await visible.promise
        await route.continue()
      })
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('img', { name: 'Loading...' })).toHaveCount(0)
      await page.waitForFunction(isPainted)
      visible.resolve()
      await page.waitForFunction(() => document.fonts.check('1em "Instrument Sans Variable"'))
      if (path !== '/') {
        await page.waitForFunction(() => document.fonts.check('1em "JetBrains Mono Variable"'))
      }
      expect(await layoutShifts(page), `${path} at ${width}`).toEqual([])
      expect(await hasTextFont(page)).toBe(false)
      await page.unrouteAll({ behavior: 'wait' })
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await hasTextFont(page)).toBe(true)
      await context.close()
    }
  }
})

/** Text has been visible for longer than the browser waits for an optional font. */
function isPainted(): boolean {
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  return paint !== undefined && performance.now() - paint.startTime > 200
}

/** The same words have another width in the text font. */
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

test('the chunk of a page is requested before the first script has arrived', async ({ page, member }) => {
  const ada = await member()
  await ada.withProfile()
  const id = await ada.writePost('Early')
  const requestedPaths = new Set<string>()
  page.on('request', (request) => requestedPaths.add(request.url().replace(/^.*\/|-[\w-]{8}\.js$/g, '')))
  const pages = [
    ['/posts', 'posts-page'],
    [`/posts/${id}`, 'post-page'],
    ['/profiles', 'profiles-page'],
    [`/profile/${ada.id}`, 'profile-page'],
    ['/dashboard', 'dashboard-page'],
    ['/login', 'login-page'],
  ] as const
  for (const [path, chunk] of pages) {
    const released = Promise.withResolvers<void>()
    await page.route('**/assets/index-*.js', async (route) => {
      await released.promise
      await route.continue()
    })
    requestedPaths.clear()
    await page.goto(path, { waitUntil: 'commit' })
    await expect.poll(() => requestedPaths).toContain(chunk)
    released.resolve()
    await page.unrouteAll({ behavior: 'wait' })
  }
})

async function changedPosts(page: Page, happen: () => Promise<void>): Promise<number> {
  const observer = await page.evaluateHandle(() => {
    const listed = new Set(document.querySelectorAll('[data-item]'))
    const changed = new Set<Element>()
    const observer = new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement
        const post = element?.closest('[data-item]')
        if (post && listed.has(post)) changed.add(post)
      }
    })
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
    return { observer, changed }
  })
  await happen()
  return observer.evaluate(({ observer, changed }) => {
    observer.disconnect()
    return changed.size
  })
}

test('in a long list, a change touches only the posts that it concerns', { tag: '@all' }, async ({
  page,
  member,
}) => {
  const ada = await member('Ada Reader')
  const bob = await member('Bob Berg')
  const question = await ada.writePost('A question')
  const ids: string[] = []
  for (let index = 0; index < 150; index += 1) {
    ids.push(await bob.writePost(`Post ${index}, with \`code\` and a #tag.`))
  }
  const items = page.locator('[data-item]')
  await ada.open(page, '/posts')
  await expect(items).toHaveCount(50)
  const loadMore = async (count: number) => {
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(items).toHaveCount(count)
  }
  await loadMore(100)
  expect(await changedPosts(page, () => loadMore(150))).toBeLessThanOrEqual(1)

  const liked = await items.nth(20).getAttribute('data-item')
  expect(ids).toContain(liked)
  const like = page.locator(`[data-item="${liked}"]`).getByRole('button', { name: 'Like', exact: true })
  const othersLike = async () => {
    await bob.send('PUT', `/api/posts/like/${liked}`)
    await expect(like).toHaveAccessibleDescription('1 like')
  }
  expect(await changedPosts(page, othersLike)).toBe(1)
  const notified = async () => {
    await bob.send('POST', `/api/posts/comment/${question}`, { text: 'An answer' })
    await expect(page.getByRole('link', { name: 'Notifications, 1 unread' })).toBeVisible()
  }
  // The question may be in the list, with a new count of comments.
  expect(await changedPosts(page, notified)).toBeLessThanOrEqual(1)
})
