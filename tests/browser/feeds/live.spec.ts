import type { Page } from '@playwright/test'
import { expect, test } from '../test.ts'
import { watchText } from '../text-watch.ts'

async function streamsAt(base: string): Promise<number> {
  const metrics = await (await fetch(`${base}/metrics`)).text()
  return Number(/^event_streams (\d+)/m.exec(metrics)?.[1])
}

const topOf = (page: Page, id: string) =>
  page.locator(`[data-item="${id}"]`).evaluate((item) => item.getBoundingClientRect().top)

async function restingTopOf(page: Page, id: string): Promise<number> {
  let top = await topOf(page, id)
  let previous = Number.NaN
  for (let calm = 0; calm < 5; calm = top === previous ? calm + 1 : 0) {
    await page.waitForTimeout(20)
    ;[previous, top] = [top, await topOf(page, id)]
  }
  return top
}

test('what happens while the page connects to the server is shown', async ({ page, member }) => {
  const ada = await member('Ada Lin')
  const bob = await member('Bob Berg')
  const post = await ada.writePost('Is anyone there?')
  const released = Promise.withResolvers<void>()
  await page.route('**/api/events', async (route) => {
    await released.promise
    await route.continue()
  })
  let reads = 0
  page.on('response', (response) => {
    if (response.url().endsWith(`/api/posts/${post}`)) reads += 1
  })
  await ada.open(page, `/posts/${post}`)
  await expect.poll(() => reads).toBe(2)
  await bob.send('POST', `/api/posts/comment/${post}`, { text: 'I am.' })
  released.resolve()
  await expect(page.getByText('I am.')).toBeVisible()
})

test('a comment whose event is faster than its response is on the screen once', async ({ page, member }) => {
  const ada = await member()
  const post = await ada.writePost('Is anyone there?')
  const released = Promise.withResolvers<void>()
  await page.route(`**/api/posts/comment/${post}`, async (route) => {
    const response = await route.fetch()
    await released.promise
    await route.fulfill({ response })
  })
  let reads = 0
  page.on('requestfinished', (request) => {
    if (request.url().endsWith(`/api/posts/${post}`)) reads += 1
  })
  await ada.open(page, `/posts/${post}`)
  await expect.poll(() => reads).toBe(2)
  await page.locator('[name=text]').fill('Only me.')
  const times = await watchText(page, 'Only me.')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.poll(() => reads).toBe(3)
  // Everything that the response changes has been rendered by then.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  released.resolve()
  await expect(page.getByRole('article').getByText('Only me.')).toBeVisible()
  expect(await times()).toBe(1)
})

test('a page waits as long as an overloaded server asks before it listens again', async ({
  page,
  member,
  expectFailures,
}) => {
  expectFailures(/\/api\/events$/)
  const ada = await member()
  await ada.withProfile()
  await page.clock.install()
  let attempts = 0
  await page.route('**/api/events', (route) => {
    attempts += 1
    const retryAfter = new Date(Date.now() + 300_000).toUTCString()
    return route.fulfill({ status: 503, headers: { 'retry-after': retryAfter } })
  })
  await ada.open(page, '/dashboard')
  await expect(page.getByText('Welcome Ada Lin')).toBeVisible()
  for (let second = 0; second < 60; second += 1) await page.clock.runFor(1_000)
  expect(attempts).toBe(1)
})

test('ten tabs of a browser share one connection, and none of them moves what is being read', {
  tag: '@all',
}, async ({ page, context, member, site, expectFailures }) => {
  test.slow()
  // A page requests a deleted post once more, and a tab may request its list while another logs out.
  expectFailures(/\/api\/(?:bookmarks|notifications|posts(?:\/[\w-]+)?)(?:\?|$)/)
  const ada = await member('Ada Lin')
  const bob = await member('Bob Berg')
  const { _id: post } = await ada.send<{ _id: string }>('POST', '/api/posts', {
    text: 'Is anyone there?',
    question: true,
  })
  const comments: string[] = []
  const commentOn = async (text: string) => {
    const list = await bob.send<{ _id: string }[]>('POST', `/api/posts/comment/${post}`, { text })
    return list[0]?._id ?? ''
  }
  for (let count = 0; count < 25; count++) {
    comments.push(await commentOn(`Comment ${count} of a long discussion.\n\nIt has two paragraphs.`))
  }
  await ada.send('PUT', `/api/bookmarks/${post}`)
  await ada.send('POST', '/api/profile', { status: 'Developer', skills: 'Patience' })
  await ada.open(page, '/posts')
  const open = async (address: string) => {
    const tab = await context.newPage()
    await tab.goto(address)
    return tab
  }
  const discussion = await open(`/posts/${post}`)
  const notifications = await open('/notifications')
  const questions = await open('/posts?feed=unanswered')
  const otherLists = [await open('/bookmarks'), await open(`/profile/${ada.id}`)]
  const [second, ...others] = await Promise.all(Array.from({ length: 4 }, () => open('/posts')))
  if (!second) throw new Error('There is no second feed')
  const feeds = [second, ...others]
  expect(context.pages()).toHaveLength(10)
  await expect.poll(() => streamsAt(site)).toBe(1)

  const middle = comments[12] ?? ''
  await discussion.locator(`[data-item="${middle}"]`).evaluate((item) => item.scrollIntoView())
  const inFeed = await restingTopOf(page, post)
  const inDiscussion = await restingTopOf(discussion, middle)
  for (const tab of otherLists) await expect(tab.getByText('Is anyone there?')).toBeVisible()

  // Comments are newest first: two of these changes are above, and the third moves a comment to the top.
  await bob.send('DELETE', `/api/posts/comment/${post}/${comments[20]}`)
  await bob.send('PUT', `/api/posts/comment/${post}/${comments[21]}`, { text: 'Edited\n\n'.repeat(9) })
  await ada.send('PUT', `/api/posts/comment/${post}/${comments[2]}/accepted`)
  for (let count = 0; count < 3; count++) await bob.writePost(`News ${count}`)
  await commentOn('I am, now')
  await bob.send('PUT', `/api/posts/like/${post}`)
  await bob.send('PUT', `/api/follows/people/${ada.id}`)
  for (const tab of [page, ...feeds]) {
    await expect(tab.getByRole('button', { name: '3 new posts' })).toBeVisible()
    const item = tab.locator(`[data-item="${post}"]`)
    await expect(item.getByRole('button', { name: 'Like', exact: true })).toHaveAccessibleDescription(
      '1 like',
    )
    await expect(item.getByRole('link', { name: 'Discussion' })).toContainText('25')
    await expect(item.getByText('Solved')).toBeVisible()
  }
  const question = questions.locator(`li[data-item="${post}"]`)
  await expect(question.getByText('25 answers')).toBeVisible()
  await expect(question.getByRole('img', { name: 'Solved' })).toBeVisible()
  for (const tab of otherLists) {
    const item = tab.locator(`li[data-item="${post}"]`)
    await expect(item.getByRole('link', { name: 'Discussion' })).toContainText('25')
    await expect(item.getByText('Solved')).toBeVisible()
  }
  await expect(discussion.getByText('I am, now')).toBeAttached()
  await expect(discussion.getByText('Comment 20 of')).toHaveCount(0)
  await expect(discussion.getByText('Edited').first()).toBeAttached()
  await expect(discussion.getByText('Accepted answer')).toBeAttached()
  expect(await restingTopOf(page, post)).toBeCloseTo(inFeed, 0)
  expect(await restingTopOf(discussion, middle)).toBeCloseTo(inDiscussion, 0)
  await notifications.getByRole('button', { name: '3 new notifications' }).click()
  await expect(notifications.getByRole('article').first()).toContainText('followed you')
  expect(await streamsAt(site)).toBe(1)

  await page.close()
  await expect.poll(() => streamsAt(site)).toBe(1)
  const lastPost = await bob.writePost('News 3')
  for (const tab of feeds) await expect(tab.getByRole('button', { name: '4 new posts' })).toBeVisible()
  await second.getByRole('button', { name: '4 new posts' }).click()
  const first = second.locator('[data-item]').first()
  await expect(first).toBeFocused()
  await expect(first).toContainText('News 3')
  await expect(second.getByRole('button', { name: /new posts?$/ })).toHaveCount(0)

  await bob.send('DELETE', `/api/posts/${lastPost}`)
  await ada.send('DELETE', `/api/posts/${post}`)
  await expect(first).toContainText('News 2')
  await expect(first).toBeFocused()
  for (const tab of [questions, ...otherLists]) await expect(tab.getByText('Is anyone there?')).toHaveCount(0)
  await expect(discussion.getByText('This post was deleted.')).toBeVisible()
  expect(await restingTopOf(discussion, middle)).toBeCloseTo(inDiscussion, 0)

  await second.getByRole('button', { name: 'Logout' }).click()
  await expect.poll(() => streamsAt(site)).toBe(0)
})
