import { DEFAULT_SITE } from '../../../contract/pages/heads.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { Community } from '../community.ts'
import { expect, test } from '../test.ts'

let community: Community
test.describe.configure({ mode: 'serial', timeout: 120_000 })
test.beforeAll(async () => {
  community = await Community.start()
})
test.afterAll(() => community.stop())

test('only moderators and admins find the admin page', async ({ page }) => {
  const member = await community.member('Mo Member')
  await community.open(page, '/admin', member)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Admin' })).toHaveCount(0)
  await community.admin.send('PUT', `/api/admin/members/${member.id}`, { role: 'moderator' })
  await page.reload()
  await page.getByRole('link', { name: 'Admin' }).click()
  await expect(page.getByRole('link', { name: 'Members' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Community' })).toHaveCount(0)
})

for (const width of [390, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('an admin sees the figures, finds members and changes roles', async ({ page, expectFailures }) => {
      expectFailures(/\/api\/admin\/members\//)
      const grace = await community.member(`Grace ${width}`)
      await grace.writePost('Hello')
      await community.open(page, '/admin', community.admin)
      await expect(page.getByText('Active in 7 days')).toBeVisible()
      await page.getByText('Show as table').first().click()
      await expect(page.getByRole('table').first()).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)

      await page.getByRole('link', { name: 'Members' }).click()
      await page.getByLabel('Search members').fill(grace.email.toUpperCase())
      await page.keyboard.press('Enter')
      await expect(page.getByRole('status').filter({ hasText: '1 members shown' })).toBeAttached()
      await page.getByLabel(`Role of Grace ${width}`).selectOption('moderator')
      await expect(page.getByText('Moderator', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: `Reset link for Grace ${width}` }).click()
      await expect(page.getByText('/reset-password#')).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await page.getByLabel('Search members').fill(community.admin.email)
      await page.keyboard.press('Enter')
      await page.getByLabel('Role of Ada Admin').selectOption('member')
      await expect(page.locator('main .text-danger')).toBeVisible()
      await expect(page.getByLabel('Role of Ada Admin')).toHaveValue('admin')
      await page.getByRole('link', { name: 'Log' }).click()
      await expect(page.getByText('changed the role of').first()).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Jobs' }).click()
      await expect(page.getByText('No failed jobs')).toBeVisible()
    })

    test('the name of the site changes everywhere at once', async ({ page }) => {
      await community.open(page, '/admin#site', community.admin)
      await page.getByLabel('Name').fill(`Guild ${width}`)
      await page.getByLabel('Who can invite').selectOption('members')
      await page.getByLabel('Who can see profiles').selectOption('members')
      await expect(page.getByText('anyone can read posts, with the names')).toHaveCount(0)
      await page.getByLabel('Who can read posts and comments').selectOption('public')
      await expect(page.getByText('anyone can read posts, with the names')).toBeVisible()
      await page.getByLabel('New members').selectOption('Need approval by a moderator')
      await page.getByLabel('Email confirmation').selectOption('required')
      await expect(page.getByText('Without mail, no one can confirm their email')).toBeVisible()
      await page.getByLabel('Search engines and AI crawlers').selectOption('search')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('alert')).toHaveText('Community Updated')
      await expect(page.getByRole('link', { name: `Guild ${width}` })).toBeVisible()
      await expect(page).toHaveTitle(`Admin · Guild ${width}`)
      await page.reload()
      await expect(page.getByLabel('Who can invite')).toHaveValue('members')
      await expect(page.getByLabel('Who can see profiles')).toHaveValue('members')
      await expect(page.getByLabel('New members')).toHaveValue('true')
      await expect(page.getByLabel('Email confirmation')).toHaveValue('required')
      await expect(page.getByLabel('Search engines and AI crawlers')).toHaveValue('search')
      await community.change({ ...DEFAULT_SITE, name: `Guild ${width}` })
    })

    test('invitations are created, copied and revoked, in the settings too', { tag: '@all' }, async ({
      page,
    }) => {
      await community.change({ inviting: 'members' })
      const member = await community.member('Inviting Ines')
      for (const [as, path] of [
        [community.admin, '/admin#invitations'],
        [member, '/settings/invitations'],
      ] as const) {
        await community.open(page, path, as)
        await page.getByLabel('Uses').fill('3')
        await page.getByRole('button', { name: 'Create invitation' }).click()
        await expect(page.getByText('0 of 3 used')).toBeVisible()
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
        await page.getByRole('button', { name: 'Revoke' }).click()
        await expect(page.getByText('No invitations yet')).toBeVisible()
      }
    })
  })
}
