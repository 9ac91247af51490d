import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { Community } from '../community.ts'
import type { Member } from '../members.ts'
import { expect, test } from '../test.ts'

let community: Community
let ada: Member
test.describe.configure({ mode: 'serial', timeout: 120_000 })
test.beforeAll(async () => {
  community = await Community.start()
  ada = await community.member('Ada Lin')
  await ada.withProfile()
  await ada.send('POST', '/api/posts', { text: 'How do I close a door? #doors', question: true })
  await community.change({ reading: 'public', profiles: 'members' })
})
test.afterAll(() => community.stop())

for (const path of ['/profiles', '/profile/ID', '/@ada-lin']) {
  test(`closed profiles lead from ${path} to the sign-in and back`, async ({ page }) => {
    await community.open(page, path.replace('ID', ada.id))
    await expect(page).toHaveURL(`${community.base}/login`)
    await expect(page.getByText(/^Sign in to see (developers|this profile)\.$/)).toBeVisible()
    await page.reload()
    await page.locator('[name=email]').fill(ada.email)
    await page.locator('[name=password]').fill(ada.password)
    await page.getByRole('button', { name: 'Login' }).click()
    const back = path === '/profiles' ? '/profiles' : `/profile/${ada.id}`
    await expect(page).toHaveURL(community.base + back)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
}

test('the way back after a sign-in leads nowhere but to profiles of this site', async ({
  page,
  expectFailures,
}) => {
  expectFailures(/\/api\/profile\/me$/)
  const elsewhere = [
    'https://evil.example/profiles',
    '//evil.example/profiles',
    '/\\evil.example/profiles',
    '///profiles',
    'javascript:alert(1)',
    '/posts',
    { pathname: '//evil.example' },
  ]
  for (const destination of elsewhere) {
    await community.open(page, '/login')
    await page.evaluate(
      (destination) => history.replaceState({ usr: { destination }, key: 'test', idx: 0 }, ''),
      destination,
    )
    await page.reload()
    await page.locator('[name=email]').fill(community.admin.email)
    await page.locator('[name=password]').fill(community.admin.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page, JSON.stringify(destination)).toHaveURL(`${community.base}/dashboard`)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(`${community.base}/login`)
  }
})

for (const width of [390, 1280]) {
  test(`visitors see who wrote a public post, without a link, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/posts', '/posts?feed=questions', '/posts?tag=doors', '/search?q=door']) {
      await community.open(page, path)
      const main = page.getByRole('main')
      await expect(main.getByText('Ada Lin').first(), path).toBeVisible()
      await expect(main.locator('a[href*="/profile"], a[href*="/@"]'), path).toHaveCount(0)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
    await community.open(page, '/search?q=ada&in=people')
    await expect(page.getByText('Sign in to search for people.')).toBeVisible()
    await expect(page.getByLabel('Skills')).toHaveCount(0)

    await community.open(page, '/posts', ada)
    await expect(page.getByRole('article').locator(`a[href="/profile/${ada.id}"]`)).toHaveText('Ada Lin')
  })
}
