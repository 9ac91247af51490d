import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { Community } from '../community.ts'
import { expect, test } from '../test.ts'

let community: Community
test.describe.configure({ mode: 'serial', timeout: 120_000 })
test.beforeAll(async () => {
  community = await Community.start()
})
test.afterAll(() => community.stop())

test('without rules there is nothing to agree to, and no page', async ({ page, expectFailures }) => {
  expectFailures(/\/(rules|api\/site\/pages\/rules)$/)
  await community.open(page, '/register')
  await expect(page.getByText('By signing up')).toHaveCount(0)
  await expect(page.getByRole('contentinfo').getByRole('link')).toHaveText(['Report content'])
  await community.open(page, '/rules')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('an admin writes the rules, which newcomers agree to and everyone can read', async ({
  page,
  otherPage,
}) => {
  await community.open(page, '/admin#pages', community.admin)
  await page.getByRole('button', { name: 'Write Rules' }).click()
  await page.getByLabel('Rules').fill(`Be **kind**. ${'Really. '.repeat(2_000)}`)
  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect(page.locator('strong').filter({ hasText: 'kind' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toHaveText('Page Saved')
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link', { name: 'Rules' }).click()
  await expect(page.getByRole('heading', { name: 'Rules' })).toBeVisible()
  await expect(page.getByText('Be kind.')).toBeVisible()

  await community.open(otherPage, '/')
  await expect(otherPage.getByRole('contentinfo').getByRole('link')).toHaveText(['Rules', 'Report content'])
  await community.open(otherPage, '/register')
  const agreement = otherPage.locator('form').getByText('By signing up you agree to')
  await expect(agreement).toHaveText('By signing up you agree to the rules')
  await community.admin.send('PUT', '/api/admin/site/pages/privacy', { text: 'We keep little.' })
  await otherPage.reload()
  await expect(agreement).toHaveText('By signing up you agree to the rules and the privacy policy')
  await expectAccessible(otherPage)
  await otherPage.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(otherPage)
  const opened = otherPage.waitForEvent('popup')
  await agreement.getByRole('link', { name: 'the privacy policy' }).click()
  await expect((await opened).getByText('We keep little.')).toBeVisible()
})

test('a page that an admin deletes is gone from the footer', async ({ page }) => {
  await community.open(page, '/admin#pages', community.admin)
  await page.getByRole('button', { name: 'Edit Rules' }).click()
  await expect(page.getByLabel('Rules')).toHaveValue(/Really/)
  await page.getByRole('button', { name: 'Delete page' }).click()
  await expect(page.getByRole('alert')).toHaveText('Page Deleted')
  await expect(page.getByRole('contentinfo').getByRole('link')).toHaveText(['Privacy', 'Report content'])
  await expect(page.getByRole('button', { name: 'Write Rules' })).toBeVisible()
})
