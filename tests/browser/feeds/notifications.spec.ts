import { expectAccessible } from '../accessibility.ts'
import { routeLater } from '../switchable-route.ts'
import { expect, test } from '../test.ts'

for (const width of [390, 1280]) {
  test(`at ${width} px the bell and the title count what is unread, until it is seen or marked`, async ({
    page,
    member,
    expectFailures,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const ada = await member('Ada Lin')
    const kofi = await member('Kofi Mensah')
    const mei = await member('Mei Tanaka')
    const rejection = await routeLater(page, '**/api/notifications/read', (route) =>
      route.fulfill({ status: 500, json: {} }),
    )
    await ada.open(page, '/notifications')
    await expect(page.getByText('Answers, mentions, likes and new followers appear here.')).toBeVisible()
    await expect(page).toHaveTitle(/^Notifications/)
    const first = await ada.writePost(`First at ${width}`)
    const second = await ada.writePost(`Second at ${width}`)
    for (const fan of [kofi, mei]) await fan.send('PUT', `/api/posts/like/${first}`)
    await kofi.send('POST', `/api/posts/comment/${second}`, { text: `An answer at ${width}` })
    await mei.send('PUT', `/api/follows/people/${ada.id}`)

    await page.goto('/posts')
    const bell = page.getByRole('link', { name: 'Notifications, 3 unread' })
    await expect(bell).toBeVisible()
    await expect(page).toHaveTitle(/^\(3\) Posts/)
    await bell.focus()
    await page.keyboard.press('Enter')
    const notifications = page.getByRole('main').getByRole('article')
    await expect(notifications).toHaveCount(3)
    await expect(notifications.first()).toContainText('Unread: Mei Tanaka followed you')
    await expect(notifications.nth(1)).toContainText(`Kofi Mensah commented on your post`)
    await expect(notifications.nth(1)).toContainText(`An answer at ${width}`)
    await expect(notifications.last()).toContainText('Mei Tanaka and Kofi Mensah liked your post')
    await expectAccessible(page)

    await notifications.nth(1).getByRole('link').press('Enter')
    await expect(page).toHaveURL(new RegExp(`/posts/${second}#comment-`))
    await expect(page.getByRole('link', { name: 'Notifications, 2 unread' })).toBeVisible()
    await page.goBack()
    await expect(notifications.nth(1)).not.toContainText('Unread')

    const markAll = page.getByRole('button', { name: 'Mark all as read' })
    expectFailures(/\/api\/notifications\/read/)
    rejection.start()
    await markAll.click()
    await expect(page.getByText('Internal Server Error')).toBeVisible()
    rejection.stop()
    await markAll.press('Enter')
    await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
    await expect(page).toHaveTitle(/^Notifications/)
    await expect(page.getByText('Unread')).toHaveCount(0)
    await expect(markAll).toHaveAttribute('aria-disabled', 'true')
    await expect(markAll).toBeFocused()
  })
}

test('more new notifications than a page leave no gap in the list', { tag: '@all' }, async ({
  page,
  member,
}) => {
  const ada = await member('Ada')
  const bob = await member('Bob')
  const posts: string[] = []
  for (let number = 0; number < 34; number++) posts.push(await ada.writePost(`Post ${number}`))
  const like = (id: string | undefined) => bob.send('PUT', `/api/posts/like/${id}`)
  await like(posts[0])
  await ada.open(page, '/notifications')
  const items = page.getByRole('article')
  await expect(items).toHaveCount(1)
  for (const id of posts.slice(1)) await like(id)
  await page.getByRole('button', { name: '30+ new notifications' }).click()
  await expect(items.first()).toContainText('Post 33')
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(items).toHaveCount(34)
})

test('loaded notifications are still there on the way back, and new ones are offered', {
  tag: '@all',
}, async ({ page, member }) => {
  const ada = await member('Ada')
  const bob = await member('Bob')
  const posts: string[] = []
  for (let number = 0; number < 34; number++) posts.push(await ada.writePost(`Post ${number}`))
  const like = (id: string | undefined) => bob.send('PUT', `/api/posts/like/${id}`)
  for (const id of posts.slice(1)) await like(id)
  await ada.open(page, '/notifications')
  await page.getByRole('button', { name: 'Load more' }).click()
  const items = page.getByRole('article')
  await expect(items).toHaveCount(33)
  await items.last().getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Leave a Comment!' })).toBeVisible()
  await like(posts[0])
  await page.goBack()
  await expect(items).toHaveCount(33)
  await expect(items.last()).toBeInViewport()
  await page.getByRole('button', { name: '1 new notification' }).click()
  await expect(items).toHaveCount(34)
})
