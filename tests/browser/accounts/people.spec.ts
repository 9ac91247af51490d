import { expect, test } from '../test.ts'

for (const width of [390, 1280]) {
  test(`at ${width} px members read the posts of a person, with and without a profile`, async ({
    page,
    otherPage,
    member,
    expectFailures,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const ada = await member('Ada Lin')
    const bob = await member('Bob Stone')
    for (let i = 1; i <= 12; i++) await ada.writePost(`Thought ${i}`)
    const posts = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Posted on' })

    expectFailures(/\/api\/profile\/user\//)
    await bob.open(page, `/profile/${ada.id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Ada Lin' })).toBeVisible()
    await expect(page.getByText(/^Joined \w{3} \d{4}$/)).toBeVisible()
    await expect(posts).toHaveCount(10)
    await expect(posts.first()).toContainText('Thought 12')
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(posts).toHaveCount(12)
    await expect(posts.nth(10)).toBeFocused()
    await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)

    await ada.withProfile()
    await bob.open(page, '/profiles')
    await bob.open(page, `/profile/${ada.id}`)
    await expect(page.getByText('No experience credentials')).toBeVisible()
    await expect(posts).toHaveCount(10)
    await posts.first().getByRole('link', { name: 'Discussion' }).click()
    await expect(page).toHaveURL(/\/posts\/[\da-f-]{36}$/)
    await expect(page.getByText('Thought 12')).toBeVisible()

    await otherPage.goto(`/profile/${ada.id}`)
    await expect(otherPage.getByText('No experience credentials')).toBeVisible()
    await otherPage.goto(`/profile/${bob.id}`)
    await expect(otherPage.getByRole('heading', { level: 1, name: 'Bob Stone' })).toBeVisible()
    await expect(otherPage.getByText(/Thought|Posted on/)).toHaveCount(0)
  })
}

test('the profile is complete even if the posts cannot be loaded', async ({
  page,
  member,
  expectFailures,
}) => {
  const ada = await member()
  await ada.withProfile()
  await ada.writePost('A thought')
  for (const failing of ['**/api/posts?*', '**/api/people/*']) {
    expectFailures(/\/api\/(posts|people)/)
    await page.route(failing, (route) => route.fulfill({ status: 500, json: {} }))
    await ada.open(page, `/profile/${ada.id}`)
    await expect(page.getByText('No education credentials')).toBeVisible()
    await expect(page.getByText('A thought')).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})
