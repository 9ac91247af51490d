import type { Page } from '@playwright/test'
import { SITE_META } from '../../../contract/pages/heads.ts'
import { expect, test } from '../test.ts'

/** A plain file server does not write the community's settings into the page. */
const serveWithoutSite = (page: Page) =>
  page.addInitScript((name) => {
    const remove = () => document.querySelector(`meta[name="${name}"]`)?.remove()
    new MutationObserver(remove).observe(document, { childList: true, subtree: true })
  }, SITE_META)

test('a page without a word of the server asks again after a 503, and then offers everything', async ({
  page,
  member,
  expectFailures,
}) => {
  expectFailures(/\/api\/site$/)
  const ada = await member()
  await serveWithoutSite(page)
  let requestCount = 0
  await page.route('**/api/site', (route) => {
    requestCount += 1
    return requestCount === 1 ? route.fulfill({ status: 503, body: '<html>Busy</html>' }) : route.continue()
  })
  await ada.open(page, '/posts')
  await expect(page.getByRole('link', { name: 'Unsolved' }).first()).toBeVisible()
  expect(requestCount).toBe(2)
})

test('a page without a word of the server does not wait for it', async ({ page, member }) => {
  const ada = await member()
  await ada.writePost('Shown before the site is known')
  await serveWithoutSite(page)
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/site', async (route) => {
    await answered
    await route.continue()
  })
  await ada.open(page, '/posts')
  await expect(page.getByText('Shown before the site is known')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Unsolved' })).toHaveCount(0)
  answer()
  await expect(page.getByRole('link', { name: 'Unsolved' }).first()).toBeVisible()
})
