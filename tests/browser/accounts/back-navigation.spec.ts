import type { Page } from '@playwright/test'
import { atRest } from '../scroll-rest.ts'
import { expect, test } from '../test.ts'

const WIDTHS = [390, 1280]
// Pixels, far less than a line: heights of items outside of the view are rounded.
const NEARLY = 3
const setWidth = (page: Page, width: number) => page.setViewportSize({ width, height: 844 })

const topOf = (page: Page, id: string) =>
  page.locator(`[data-item="${id}"]`).evaluate((item) => item.getBoundingClientRect().top)

const distance = async (page: Page, id: string, before: number) => Math.abs((await topOf(page, id)) - before)

for (const width of WIDTHS) {
  test(`at ${width} px going back restores the exact line among 200 posts of uneven height`, {
    tag: '@all',
  }, async ({ page, member }) => {
    test.setTimeout(90_000)
    await setWidth(page, width)
    const ada = await member()
    await ada.withProfile()
    const sample = await ada.send<object>('GET', `/api/posts/${await ada.writePost('Sample')}`)
    const idOf = (index: number) => `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`
    const post = (index: number) => {
      const text = `Post ${index}. ${'Some words to fill a few lines. '.repeat((index * 7) % 23)}`
      return { ...sample, _id: idOf(index), text }
    }
    await page.route('**/api/posts*', (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)
      const posts = Array.from({ length: 50 }, (_, index) => post(from + index))
      const headers = from < 150 ? { link: `</api/posts?cursor=${from + 50}>; rel="next"` } : undefined
      return route.fulfill({ json: posts, headers })
    })
    await page.route('**/api/posts/0190*', (route) =>
      route.fulfill({ json: post(Number(route.request().url().slice(-12))) }),
    )
    await ada.open(page, '/posts')
    for (const count of [50, 100, 150]) {
      await expect(page.locator('[data-item]')).toHaveCount(count)
      await page.getByRole('button', { name: 'Load more' }).click()
    }
    await expect(page.locator('[data-item]')).toHaveCount(200)

    for (const index of [173, 41, 118]) {
      const item = page.locator(`[data-item="${idOf(index)}"]`)
      await item.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      // A click would scroll to a link that is outside of the window.
      await item.getByRole('link', { name: 'Discussion' }).scrollIntoViewIfNeeded()
      await atRest(page)
      const before = await topOf(page, idOf(index))
      const navigations = [
        () => page.goBack(),
        () => page.getByRole('link', { name: 'Back To Posts' }).click(),
      ] as const
      for (const comeBack of navigations) {
        await item.getByRole('link', { name: 'Discussion' }).click()
        await expect(page.getByRole('heading', { name: 'Leave a Comment!' })).toBeVisible()
        await comeBack()
        await expect(item).toBeInViewport()
        await atRest(page)
        await expect
          .poll(() => distance(page, idOf(index), before), `post ${index}`)
          .toBeLessThanOrEqual(NEARLY)
      }
      await item.getByRole('link', { name: 'Ada Lin' }).click()
      await expect(page.getByRole('heading', { name: 'Ada Lin' })).toBeVisible()
      await page.goBack()
      await expect(item).toBeInViewport()
      await atRest(page)
      await expect
        .poll(() => distance(page, idOf(index), before), 'from a profile')
        .toBeLessThanOrEqual(NEARLY)
    }
  })

  test(`at ${width} px a reload deep among 400 posts shows the same line, also after going back`, {
    tag: '@all',
  }, async ({ page, member }) => {
    test.setTimeout(120_000)
    await setWidth(page, width)
    const ada = await member()
    const sample = await ada.send<object>('GET', `/api/posts/${await ada.writePost('Sample')}`)
    const idOf = (index: number) => `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`
    const post = (index: number) => {
      const text = `Post ${index}. ${'Some words to fill a few lines. '.repeat((index * 7) % 23)}`
      return { ...sample, _id: idOf(index), text }
    }
    await page.route('**/api/posts*', (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)
      const posts = Array.from({ length: 50 }, (_, index) => post(from + index))
      const headers = from < 350 ? { link: `</api/posts?cursor=${from + 50}>; rel="next"` } : undefined
      return route.fulfill({ json: posts, headers })
    })
    await page.route('**/api/posts/0190*', (route) =>
      route.fulfill({ json: post(Number(route.request().url().slice(-12))) }),
    )
    await ada.open(page, '/posts')
    const items = page.locator('[data-item]')
    for (let count = 50; count < 400; count += 50) {
      await expect(items).toHaveCount(count)
      await page.getByRole('button', { name: 'Load more' }).click()
    }
    await expect(items).toHaveCount(400)
    const id = idOf(371)
    const item = page.locator(`[data-item="${id}"]`)
    await item.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await item.getByRole('link', { name: 'Discussion' }).scrollIntoViewIfNeeded()
    await atRest(page)
    const before = await topOf(page, id)
    await page.reload()
    await expect(item).toBeInViewport({ timeout: 40_000 })
    await atRest(page)
    await expect.poll(() => distance(page, id, before)).toBeLessThanOrEqual(NEARLY)
    await expect(items).toHaveCount(400)

    await item.getByRole('link', { name: 'Discussion' }).click()
    await expect(page.getByRole('heading', { name: 'Leave a Comment!' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Leave a Comment!' })).toBeVisible()
    await page.goBack()
    await expect(item).toBeInViewport({ timeout: 40_000 })
    await atRest(page)
    await expect.poll(() => distance(page, id, before)).toBeLessThanOrEqual(NEARLY)
  })

  test(`at ${width} px going back or forward restores the list of developers`, { tag: '@all' }, async ({
    page,
    member,
  }) => {
    await setWidth(page, width)
    const ada = await member()
    await ada.withProfile({ bio: 'Here I am' })
    const [sample] = await ada.send<{ user: { _id: string } }[]>('GET', '/api/profile')
    const profiles = Array.from({ length: 60 }, (_, index) => ({
      ...sample,
      _id: `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      company: 'A company with a name of some length '.repeat(index % 5),
      user: { _id: `user-${index}`, name: `Developer ${index}`, avatar: '' },
    }))
    await page.route('**/api/profile', (route) => route.fulfill({ json: profiles }))
    await page.route('**/api/profile/user/*', (route) => {
      const index = Number(route.request().url().split('-').at(-1))
      return route.fulfill({ json: profiles[index] })
    })
    await page.goto('/profiles')
    const id = profiles[37]?._id ?? ''
    const item = page.locator(`[data-item="${id}"]`)
    // Twice, because the items above have their real heights only after the first time.
    for (const target of [item, item.getByRole('link', { name: 'View Profile' })]) {
      await target.scrollIntoViewIfNeeded()
      await atRest(page)
    }
    const before = await topOf(page, id)
    for (const comeBack of [
      () => page.goBack(),
      () => page.getByRole('link', { name: 'Back To Profiles' }).click(),
    ]) {
      await item.getByRole('link', { name: 'View Profile' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Developer 37' })).toBeVisible()
      await comeBack()
      await expect(item).toBeInViewport()
      await atRest(page)
      await expect.poll(() => distance(page, id, before)).toBeLessThanOrEqual(NEARLY)
    }

    await page.evaluate(() => scrollBy({ top: 250, behavior: 'instant' }))
    await atRest(page)
    const further = await topOf(page, id)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Developer 37' })).toBeVisible()
    await page.goForward()
    await expect(item).toBeInViewport()
    await expect.poll(() => distance(page, id, further), 'forward').toBeLessThanOrEqual(NEARLY)
  })

  test(`at ${width} px cached content is shown at once and refreshed in the background`, async ({
    page,
    member,
  }) => {
    await setWidth(page, width)
    const ada = await member()
    await ada.withProfile({ bio: 'Known already' })
    const id = await ada.writePost('Known already')
    await ada.open(page, '/posts')
    const post = page.getByRole('article').filter({ hasText: 'Known already' }).first()
    await expect(post).toBeVisible()
    await ada.send('POST', `/api/posts/comment/${id}`, { text: 'Written in the meantime' })
    const released = Promise.withResolvers<void>()
    const slowly = async (route: { continue: () => Promise<void> }) => {
      await released.promise
      await route.continue()
    }
    await page.route(`**/api/posts/${id}`, slowly)
    await page.route('**/api/profile/user/*', slowly)
    await post.getByRole('link', { name: 'Discussion' }).click()
    await expect(page.getByLabel('Leave a Comment!')).toBeVisible()
    await expect(page.getByText('Known already')).toBeVisible()
    await expect(page.getByRole('img', { name: 'Loading...' })).toHaveCount(0)

    await page.getByRole('link', { name: 'Developers' }).click()
    await page.locator(`a[href="/profile/${ada.id}"]`, { hasText: 'View Profile' }).click()
    await expect(page.getByRole('heading', { name: "Ada's Bio" })).toBeVisible()
    await expect(page.getByRole('img', { name: 'Loading...' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Posts', exact: true }).click()
    await post.getByRole('link', { name: 'Discussion' }).click()
    released.resolve()
    await expect(page.getByText('Written in the meantime')).toBeVisible()
  })

  test(`at ${width} px the navigation marks the current page, and its link reloads it`, async ({
    page,
    member,
  }) => {
    await setWidth(page, width)
    const ada = await member()
    await ada.withProfile()
    const id = await ada.writePost('An old post')
    for (let index = 0; index < 12; index += 1) await ada.writePost(`Another old post ${index}`)
    const nav = page.getByRole('navigation')
    const places = [
      ['/profiles', 'Developers', 'page'],
      [`/profile/${ada.id}`, 'Developers', 'true'],
      [`/posts/${id}`, 'Posts', 'true'],
      ['/settings', 'Dashboard', 'true'],
      ['/edit-profile', 'Dashboard', 'true'],
      ['/posts', 'Posts', 'page'],
    ] as const
    for (const [path, name, value] of places) {
      await ada.open(page, path)
      await expect(nav.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', value)
      await expect(nav.locator('[aria-current]')).toHaveCount(1)
    }
    await expect(page.locator(`[data-item="${id}"]`)).toBeAttached()
    await page.mouse.wheel(0, 600)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
    await expect(nav.getByRole('link', { name: 'Posts' })).toBeInViewport()
    const news = await ada.writePost('Breaking news')
    await nav.getByRole('link', { name: 'Posts', exact: true }).click()
    await expect(page.locator(`[data-item="${news}"]`)).toBeVisible()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  })
}
