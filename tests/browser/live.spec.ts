import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

/** How many streams of events are open at the server. */
async function streamsAt(base: string): Promise<number> {
  const metrics = await (await fetch(`${base}/metrics`)).text()
  return Number(/^event_streams (\d+)/m.exec(metrics)?.[1])
}

const topOf = (page: Page, id: string) =>
  page.locator(`[data-entry="${id}"]`).evaluate((entry) => entry.getBoundingClientRect().top)

test('all tabs of a browser share one connection, and none of them moves what is being read', async ({
  page,
  context,
  member,
  site,
}) => {
  test.slow()
  const [ada, bob] = [await member('Ada Lin'), await member('Bob Berg')]
  const post = await ada.writePost('Is anyone there?')
  const comments: string[] = []
  for (let count = 0; count < 25; count++) {
    const list = await bob.send<{ _id: string }[]>('POST', `/api/posts/comment/${post}`, {
      text: `Comment ${count} of a long discussion.\n\nIt has two paragraphs.`,
    })
    comments.push(list[0]?._id ?? '')
  }
  const [discussion, second] = [await context.newPage(), await context.newPage()]
  await ada.open(page, '/posts')
  await discussion.goto(`/posts/${post}`)
  await second.goto('/posts')
  await expect.poll(() => streamsAt(site), { timeout: 10_000 }).toBe(1)

  const middle = comments[12] ?? ''
  await discussion.locator(`[data-entry="${middle}"]`).evaluate((entry) => entry.scrollIntoView())
  const [inFeed, inDiscussion] = [await topOf(page, post), await topOf(discussion, middle)]

  for (let count = 0; count < 3; count++) await bob.writePost(`News ${count}`)
  await bob.send('POST', `/api/posts/comment/${post}`, { text: 'I am, now' })
  await bob.send('PUT', `/api/posts/like/${post}`)
  for (const tab of [page, second]) {
    await expect(tab.getByRole('button', { name: '3 new posts' })).toBeVisible()
    const entry = tab.locator(`[data-entry="${post}"]`)
    await expect(entry.getByRole('button', { name: 'Like', exact: true })).toHaveAccessibleDescription(
      '1 like',
    )
    await expect(entry.getByRole('link', { name: 'Discussion' })).toContainText('26')
  }
  await expect(discussion.getByText('I am, now')).toBeAttached()
  expect(await topOf(page, post)).toBeCloseTo(inFeed, 0)
  expect(await topOf(discussion, middle)).toBeCloseTo(inDiscussion, 0)
  expect(await streamsAt(site)).toBe(1)

  // The first tab held the connection; another one continues.
  await page.close()
  await expect.poll(() => streamsAt(site)).toBe(1)
  await bob.writePost('News 3')
  await second.getByRole('button', { name: '4 new posts' }).click()
  await expect(second.locator('[data-entry]').first()).toBeFocused()
  await expect(second.locator('[data-entry]').first()).toContainText('News 3')
  await expect(second.getByRole('button', { name: /new posts?$/ })).toHaveCount(0)

  // Signing out in one tab ends it for all.
  await second.getByRole('button', { name: 'Logout' }).click()
  await expect.poll(() => streamsAt(site)).toBe(0)
})
