import { expectAccessible } from '../accessibility.ts'
import { untilSaved } from '../confirmed-changes.ts'
import { routeLater } from '../switchable-route.ts'
import { expect, test } from '../test.ts'

for (const width of [390, 1280]) {
  test(`at ${width} px one follows people by keyboard, and ends it in the settings`, async ({
    page,
    member,
    expectFailures,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const ada = await member('Ada Lin')
    const kofi = await member('Kofi Mensah')
    const mei = await member('Mei Tanaka')
    await kofi.withProfile()
    await ada.send('PUT', '/api/follows/tags/sql')
    await ada.open(page, `/profile/${kofi.id}`)
    const follow = page.getByRole('button', { name: 'Follow Kofi Mensah', exact: true })
    const following = page.getByRole('button', { name: 'Following Kofi Mensah', exact: true })
    await follow.focus()
    await untilSaved(page, () => page.keyboard.press('Enter'))
    await expect(following).toBeFocused()
    await expect(following).toHaveAttribute('aria-pressed', 'true')
    await page.reload()
    await expect(following).toBeVisible()
    await expectAccessible(page)

    expectFailures(/\/api\/profile\/user\//)
    await page.goto(`/profile/${mei.id}`)
    await untilSaved(page, () => page.getByRole('button', { name: 'Follow Mei Tanaka' }).click())
    await page.goto(`/profile/${ada.id}`)
    await expect(page.getByRole('heading', { name: 'Ada Lin' })).toBeVisible()
    await expect(page.getByRole('button', { name: /Follow/ })).toHaveCount(0)

    await page.goto('/settings/notifications')
    const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Following' }) })
    await expect(section.getByRole('link')).toHaveText(['Mei Tanaka', 'Kofi Mensah', '#sql'])
    await expectAccessible(page)
    const unfollowMei = section.getByRole('button', { name: 'Unfollow Mei Tanaka' })
    await untilSaved(page, () => unfollowMei.press('Enter'))
    await expect(section.getByRole('listitem').filter({ hasText: 'Kofi Mensah' })).toBeFocused()
    await untilSaved(page, () => section.getByRole('button', { name: 'Unfollow #sql' }).click())
    await page.reload()
    await expect(section.getByRole('link')).toHaveText(['Kofi Mensah'])
  })

  test(`at ${width} px one bookmarks posts and finds them again`, async ({
    page,
    member,
    expectFailures,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const rejection = await routeLater(page, '**/api/bookmarks/*', (route) =>
      route.fulfill({ status: 500, json: {} }),
    )
    const ada = await member('Ada Lin')
    const kofi = await member('Kofi Mensah')
    await ada.open(page, '/bookmarks')
    await expect(page.getByText('No bookmarks yet.')).toBeVisible()
    await expectAccessible(page)
    const first = await kofi.writePost(`Worth keeping at ${width}`)
    await kofi.writePost(`Also worth keeping at ${width}`)
    await page.goto('/posts')
    const post = page.getByRole('article').filter({ hasText: `Also worth keeping at ${width}` })
    const bookmark = post.getByRole('button', { name: 'Bookmark' })
    await bookmark.focus()
    await untilSaved(page, () => page.keyboard.press('Space'))
    await expect(bookmark).toHaveAttribute('aria-pressed', 'true')
    await expect(bookmark).toBeFocused()
    await page.goto(`/posts/${first}`)
    await untilSaved(page, () => page.getByRole('button', { name: 'Bookmark' }).click())
    await page.goto('/bookmarks')
    const articles = page.getByRole('article')
    await expect(articles).toHaveCount(2)
    await expect(articles.first()).toContainText(`Worth keeping at ${width}`)
    await expect(post.getByRole('button', { name: 'Bookmark' })).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible(page)

    expectFailures(/\/api\/bookmarks/)
    rejection.start()
    await bookmark.click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(bookmark).toHaveAttribute('aria-pressed', 'true')
    rejection.stop()
    await untilSaved(page, () => bookmark.click())
    await expect(bookmark).toHaveAttribute('aria-pressed', 'false')
    await page.reload()
    await expect(articles).toHaveCount(1)
  })
}

test('loaded bookmarks are still there on the way back, with the new text of an edited one', async ({
  page,
  member,
}) => {
  const ada = await member('Ada Lin')
  for (let number = 0; number < 22; number++) {
    await ada.send('PUT', `/api/bookmarks/${await ada.writePost(`Post number ${number}`)}`)
  }
  await ada.open(page, '/bookmarks')
  await page.getByRole('button', { name: 'Load more' }).click()
  const articles = page.getByRole('article')
  await expect(articles).toHaveCount(22)
  await articles.last().getByRole('link', { name: 'Discussion' }).click()
  await expect(page.getByRole('heading', { name: 'Leave a Comment!' })).toBeVisible()
  await page.goBack()
  await expect(articles).toHaveCount(22)
  await expect(articles.last()).toBeInViewport()
  await articles.first().getByRole('link', { name: 'Discussion' }).click()
  await page.getByRole('button', { name: 'Edit post' }).click()
  await page.getByRole('textbox', { name: 'Edit post' }).fill('Rewritten')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Post Updated')).toBeVisible()
  await page.goBack()
  await expect(articles.first()).toContainText('Rewritten')
})
