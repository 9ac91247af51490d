import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { Community } from '../community.ts'
import { expect, test } from '../test.ts'

let community: Community
// These tests check many pages in both themes.
test.describe.configure({ mode: 'serial', timeout: 120_000 })
test.beforeAll(async () => {
  community = await Community.start()
})
test.afterAll(() => community.stop())

for (const width of [390, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('a member reports a comment, and a moderator sees it in context, removes it and brings it back', async ({
      page,
      expectFailures,
    }) => {
      expectFailures(/\/api\/admin\/reports\//)
      const ada = await community.member('Ada Lin')
      const rude = await community.member(`Rude ${width}`)
      const post = await ada.writePost(`A question at ${width}`)
      const comments = await rude.send<{ _id: string }[]>('POST', `/api/posts/comment/${post}`, {
        text: `An insult at ${width}`,
      })
      await community.open(page, `/posts/${post}`, ada)
      const insult = page.getByRole('article').filter({ hasText: `An insult at ${width}` })
      await insult.getByRole('button', { name: 'More actions for this comment' }).click()
      await expect(page.getByRole('menuitem', { name: 'Remove comment…' })).toHaveCount(0)
      await page.getByRole('menuitem', { name: 'Report comment…' }).click()
      await expect(page.getByLabel("What's wrong?")).toBeFocused()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await page.keyboard.type(`It insults me at ${width}`)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert')).toHaveText('Report Sent')
      const bob = await community.member('Bob Stone')
      await bob.send('POST', '/api/reports', { post, comment: comments[0]?._id, reason: 'Rude' })

      // Set before the page opens: on an open page, Chromium may miss the next request.
      let calls = 0
      await page.route('**/api/admin/reports/*', (route) => {
        calls += 1
        if (calls !== 2) return route.continue()
        return route.fulfill({ status: 500, json: { errors: [{ msg: 'Try again later' }] } })
      })
      await community.open(page, '/admin#reports', community.admin)
      const reported = page.getByRole('article').filter({ hasText: `It insults me at ${width}` })
      await expect(reported).toContainText(`An insult at ${width}`)
      await expect(reported).toContainText('2 reports')
      await expect(reported).toContainText('Bob Stone: Rude')
      await reported.getByRole('button', { name: 'Remove…' }).click()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await page.getByLabel('Reason').fill('We do not insult')
      await page.getByRole('button', { name: 'Remove', exact: true }).click()
      await expect(reported).toContainText('Removed')
      await reported.getByRole('button', { name: 'Resolve…' }).click()
      await page.getByLabel('Note').fill('Had a word')
      await page.keyboard.press('Enter')
      await expect(reported).toContainText('Try again later')
      await expect(reported).toContainText('2 reports')
      await page.keyboard.press('Enter')
      await expect(reported).toContainText('Resolved by Ada Admin: Had a word')
      await page.unroute('**/api/admin/reports/*')
      expect(calls).toBe(3)

      await community.open(page, `/posts/${post}`, ada)
      await expect(page.getByText(`A question at ${width}`)).toBeVisible()
      await expect(insult).toHaveCount(0)
      await community.open(page, '/settings', rude)
      await expect(page.getByRole('heading', { name: 'Removed by moderators' })).toBeVisible()
      await expect(page.getByText('We do not insult')).toBeVisible()
      await community.open(page, '/admin#removed', community.admin)
      await expect(insult).toBeVisible()
      await expectAccessible(page)
      await insult.getByRole('button', { name: 'Restore' }).click()
      await expect(insult).toHaveCount(0)
      await community.open(page, `/posts/${post}`, ada)
      await expect(insult).toBeVisible()
    })

    test('a moderator removes a post in the feed', async ({ page }) => {
      const larry = await community.member('Loud Larry')
      await larry.writePost(`Buy this at ${width}`)
      await community.open(page, '/posts', community.admin)
      const advert = page.getByRole('article').filter({ hasText: `Buy this at ${width}` })
      await advert.getByRole('button', { name: 'More actions for this post' }).click()
      await page.getByRole('menuitem', { name: 'Remove post…' }).click()
      await page.getByLabel('Reason').fill('Advertising')
      await page.getByRole('button', { name: 'Remove', exact: true }).click()
      await expect(page.getByRole('alert')).toHaveText('Post Removed')
      await expect(advert).toHaveCount(0)
    })

    test('suspended members learn why when they sign in, until it is lifted', { tag: '@all' }, async ({
      page,
      expectFailures,
    }) => {
      expectFailures(/\/api\/(auth|profile\/me)$/)
      const larry = await community.member(`Larry ${width}`)
      await community.open(page, '/admin#members', community.admin)
      await page.getByLabel('Search members').fill(larry.email)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: `Suspend… Larry ${width}` }).click()
      await page.getByLabel(`Reason for suspending Larry ${width}`).fill('Advertising again')
      await page.getByLabel('Duration').selectOption('7 days')
      await page.getByRole('button', { name: 'Suspend', exact: true }).click()
      const message = /suspended until \d\d\/\d\d\/\d{4}: Advertising again/i
      await expect(page.getByText(message)).toBeVisible()
      // Links that are half under the bar would count as too small.
      await page.evaluate(() => scrollTo(0, 0))
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)

      await page.evaluate(() => localStorage.clear())
      await community.open(page, '/login')
      await page.locator('[name=email]').fill(larry.email)
      await page.locator('[name=password]').fill(larry.password)
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page.locator('form').getByText(message)).toBeVisible()

      await community.admin.send('DELETE', `/api/admin/suspensions/${larry.id}`)
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page.getByText(`Welcome Larry ${width}`)).toBeVisible()
    })
  })
}
