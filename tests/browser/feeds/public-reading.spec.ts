import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { Community } from '../community.ts'
import { expect, test } from '../test.ts'

let community: Community
let postId = ''
test.describe.configure({ mode: 'serial', timeout: 120_000 })
test.beforeAll(async () => {
  community = await Community.start()
  postId = await community.admin.writePost('How do I name things?')
  await community.admin.send('POST', `/api/posts/comment/${postId}`, { text: 'Slowly.' })
  await community.admin.send('PUT', `/api/posts/like/${postId}`)
})
test.afterAll(() => community.stop())

for (const width of [390, 1280]) {
  test(`at ${width} px visitors read a public community, and nothing more`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const name = 'Rust in Porto, with a name that is much too long for the bar of any phone'
    await community.change({ name, description: 'Meets on Thursdays', reading: 'public' })
    await community.open(page, '/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page.getByText('Meets on Thursdays')).toBeVisible()
    await expect(page).toHaveTitle(name)
    await expectNoSidewaysScroll(page)
    await page.getByRole('navigation').getByRole('link', { name: 'Posts' }).click()
    await expect(page).toHaveTitle(`Posts · ${name}`)
    const post = page.getByRole('article').filter({ hasText: 'How do I name things?' })
    await expect(post).toBeVisible()
    await expect(page.locator('main form')).toHaveCount(0)
    await expect(post.getByRole('button')).toHaveCount(0)
    await expect(page.getByText('Sign in to ask, answer and like.')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await post.getByRole('link', { name: 'Discussion' }).click()
    await expect(page.getByText('Slowly.')).toBeVisible()
    await expect(page.locator('main form')).toHaveCount(0)
    await expectAccessible(page)
    await page.reload()
    await expect(page.getByText('Slowly.')).toBeVisible()

    await community.change({ reading: 'members' })
    await page.reload()
    await expect(page).toHaveURL(`${community.base}/login`)
  })
}
