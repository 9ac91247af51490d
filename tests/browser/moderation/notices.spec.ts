import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { Community } from '../community.ts'
import { expect, test } from '../test.ts'

let community: Community
test.describe.configure({ mode: 'serial', timeout: 120_000 })
test.beforeAll(async () => {
  community = await Community.start((base) => ({ PUBLIC_URL: base }))
})
test.afterAll(() => community.stop())

for (const width of [390, 1280]) {
  test(`at ${width} px a visitor reports a page, and only admins see the email`, async ({
    page,
    otherPage,
    expectFailures,
  }) => {
    expectFailures(/\/api\/notices$/)
    await page.setViewportSize({ width, height: 800 })
    const person = await community.member(`Pat ${width}`)
    await person.withProfile()
    await community.open(page, `/profile/${person.id}`)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Report content' }).click()
    const link = page.getByLabel('Link')
    await expect(link).toHaveValue(`${community.base}/profile/${person.id}`)
    await page.getByLabel("What's wrong with it?").fill(`It shows my photograph, ${width}`)
    await page.getByLabel('Your email').fill('visitor@example.com')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await link.fill('https://elsewhere.example/')
    await page.locator('form button').first().click()
    await expect(link).toHaveAttribute('aria-invalid', 'true')
    await link.fill(`${community.base}/profile/${person.id}`)
    await page.locator('form button').first().click()
    await expect(page.getByText('Thank you. We will look at it.')).toBeVisible()
    await expect(page.locator('form')).toHaveCount(0)
    await expectAccessible(page)

    const moderator = await community.member('Mo Moderator')
    await community.admin.send('PUT', `/api/admin/members/${moderator.id}`, { role: 'moderator' })
    await community.open(otherPage, '/admin#reports', moderator)
    await expect(otherPage.getByText(`It shows my photograph, ${width}`)).toBeVisible()
    await expect(otherPage.getByText('visitor@example.com')).toHaveCount(0)
    await community.open(page, '/admin#reports', community.admin)
    const report = page.getByRole('article').filter({ hasText: `photograph, ${width}` })
    await expect(report.getByText('visitor@example.com')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
}
