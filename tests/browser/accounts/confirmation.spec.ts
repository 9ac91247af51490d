import { MailServer } from '../../mail-server.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { Community } from '../community.ts'
import { expect, test } from '../test.ts'

const CONFIRM_FIRST = 'Please confirm your email first'

const mail = new MailServer()
let community: Community
test.describe.configure({ mode: 'serial', timeout: 120_000 })
test.beforeAll(async () => {
  await mail.start()
  community = await Community.start((base) => ({ ...mail.settings, PUBLIC_URL: base }))
  await community.change({ confirm: 'required' })
})
test.afterAll(async () => {
  await community.stop()
  await mail.stop()
})

for (const width of [390, 1280]) {
  test(`at ${width} px members are told to confirm their email before they write`, async ({
    page,
    context,
    expectFailures,
  }) => {
    expectFailures(/\/api\/(posts|profile\/me)$/)
    await page.setViewportSize({ width, height: 800 })
    const name = `Kofi ${width}`
    const kofi = await community.member(name)
    await community.open(page, '/dashboard', kofi)
    await expect(page.getByText(CONFIRM_FIRST)).toBeVisible()
    await page.getByRole('link', { name: 'Posts', exact: true }).click()
    await expect(page.getByText(CONFIRM_FIRST)).toBeVisible()
    await page.getByLabel('Say Something...').fill('Too early')
    await page.locator('form button').first().click()
    await expect(page.getByText(CONFIRM_FIRST)).toHaveCount(1)
    await expect(page.getByLabel('Say Something...')).toHaveValue('Too early')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0)
    const links = () =>
      mail.received
        .filter(({ to }) => to.includes(kofi.email))
        .flatMap(({ text }) => text.match(/https?:\/\/\S*\/confirm-email#[\w-]+/)?.[0] ?? [])
    await expect.poll(() => links().length, { timeout: 30_000 }).toBe(2)
    const other = await context.newPage()
    await other.goto(links().at(-1) ?? '')
    await expect(other.getByText('Your email is confirmed.')).toBeVisible()
    await other.close()

    await page.bringToFront()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByText(CONFIRM_FIRST)).toHaveCount(0)
    await page.locator('form button').first().click()
    await expect(page.getByRole('article').getByText('Too early').first()).toBeVisible()
  })
}

test('members of before are not asked', async ({ page }) => {
  await community.open(page, '/posts', community.admin)
  await expect(page.getByLabel('Say Something...')).toBeVisible()
  await expect(page.getByText(CONFIRM_FIRST)).toHaveCount(0)
})
