import { untilSaved } from '../confirmed-changes.ts'
import { keepAlerts } from '../lasting-alerts.ts'
import { atRest } from '../scroll-rest.ts'
import { expect, test } from '../test.ts'

test('a deleted post can be restored while the alert is there', async ({ page, member, expectFailures }) => {
  // A live page requests a deleted post once more.
  expectFailures(/\/api\/posts\/[\w-]+$/)
  const ada = await member('Ada Undo')
  const texts = ['First', 'Second', 'Third'].map((text) => `${text} of ${ada.id}`)
  for (const text of texts) await ada.writePost(text)
  await keepAlerts(page)
  await ada.open(page, '/posts')
  const posts = page.getByRole('article').filter({ hasText: ada.id })
  const second = posts.filter({ hasText: 'Second' })
  await untilSaved(page, () => second.getByRole('button', { name: 'Like', exact: true }).click())
  await second.getByRole('button', { name: 'Delete post' }).click()
  await expect(page.getByRole('alert')).toHaveText('Post Removed')
  await expect(posts).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('alert')).toHaveText('Post Restored')
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(posts).toContainText(texts.toReversed())
  await expect(page.locator('[data-item]').filter({ hasText: 'Second' })).toBeFocused()
  await expect(second.getByRole('button', { name: 'Like', exact: true })).toHaveText('1')
  await page.reload()
  await expect(posts).toContainText(texts.toReversed())
})

test('each of several deletions has an Undo of its own', async ({ page, member, expectFailures }) => {
  expectFailures(/\/api\/posts\/[\w-]+$/)
  const ada = await member('Ada Undo')
  const texts = ['First', 'Second', 'Third'].map((text) => `${text} of ${ada.id}`)
  for (const text of texts) await ada.writePost(text)
  await keepAlerts(page)
  await ada.open(page, '/posts')
  const posts = page.getByRole('article').filter({ hasText: ada.id })
  const alerts = page.getByRole('alert')
  for (const [deleted, name] of ['First', 'Second'].entries()) {
    await posts.filter({ hasText: name }).getByRole('button', { name: 'Delete post' }).click()
    await expect(alerts).toHaveCount(deleted + 1)
  }
  await alerts.first().getByRole('button', { name: 'Undo' }).click()
  await expect(posts).toContainText([texts[2] ?? '', texts[0] ?? ''])
  await alerts.first().getByRole('button', { name: 'Undo' }).click()
  await expect(posts).toContainText(texts.toReversed())
})

test('Undo on another page brings a deleted post back to the list there', { tag: '@all' }, async ({
  page,
  member,
  expectFailures,
}) => {
  expectFailures(/\/api\/posts\/[\w-]+$/)
  const ada = await member('Ada Undo')
  await ada.withProfile()
  const id = await ada.writePost(`To delete ${crypto.randomUUID()}`)
  await ada.send('PUT', `/api/bookmarks/${id}`)
  await keepAlerts(page)
  await ada.open(page, '/posts')
  const post = page.locator(`[data-item="${id}"]`)
  for (const name of ['Bookmarks', 'Your page']) {
    await post.getByRole('button', { name: 'Delete post' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Post Removed' })).toBeVisible()
    await page.getByRole('link', { name, exact: true }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: name === 'Bookmarks' ? name : ada.name }),
    ).toBeVisible()
    await expect(post).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(post).toBeVisible()
    await page.getByRole('link', { name: 'Posts', exact: true }).click()
  }
})

test('only authors can delete, and anyone can like', async ({ page, otherPage, member }) => {
  const ada = await member('Ada Lin')
  const bob = await member('Bob Stone')
  await ada.withProfile()
  await ada.writePost('A post of Ada')
  const text = `A post of Bob ${bob.id}`
  await bob.writePost(text)
  await ada.open(page, '/posts')
  await bob.open(otherPage, '/posts')
  const seenBy = {
    ada: page.getByRole('article').filter({ hasText: text }),
    bob: otherPage.getByRole('article').filter({ hasText: text }),
  }

  await expect(seenBy.bob.getByRole('button', { name: 'Delete post' })).toBeVisible()
  await expect(seenBy.ada.getByRole('link', { name: 'Bob Stone' })).toHaveAttribute(
    'href',
    `/profile/${bob.id}`,
  )
  await expect(seenBy.ada.getByRole('button', { name: 'Delete post' })).toBeHidden()

  const like = seenBy.ada.getByRole('button', { name: 'Like', exact: true })
  await expect(like).toHaveText('')
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await like.click()
  await expect(like).toHaveText('1')
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await like.click()
  await expect(like).toHaveText('1')
  await otherPage.reload()
  const likeOfBob = seenBy.bob.getByRole('button', { name: 'Like', exact: true })
  await expect(likeOfBob).toHaveText('1')
  await expect(likeOfBob).toHaveAttribute('aria-pressed', 'false')
  await likeOfBob.click()
  await expect(likeOfBob).toHaveText('2')
  await seenBy.ada.getByRole('button', { name: 'Unlike' }).click()
  await expect(like).toHaveText('1')
  await expect(like).toHaveAttribute('aria-pressed', 'false')

  await expect(seenBy.ada.getByRole('link', { name: 'Discussion' })).toHaveText('Discussion')
  await seenBy.ada.getByRole('link', { name: 'Discussion' }).click()
  await page.getByLabel('Leave a Comment!').fill('From Ada')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByLabel('Leave a Comment!')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Delete comment' })).toHaveCount(1)
  for (const action of ['Like', 'Unlike', 'Delete post']) {
    await expect(page.getByRole('button', { name: action, exact: true })).toHaveCount(0)
  }

  await otherPage.reload()
  await expect(seenBy.bob.getByRole('link', { name: 'Discussion' })).toHaveText('Discussion1')
  await seenBy.bob.getByRole('link', { name: 'Discussion' }).click()
  await expect(otherPage.getByText('From Ada')).toBeVisible()
  await expect(otherPage.getByRole('button', { name: 'Delete comment' })).toHaveCount(0)
  await otherPage.getByLabel('Leave a Comment!').fill('From Bob')
  await otherPage.getByRole('button', { name: 'Submit' }).click()
  const comments = otherPage.getByRole('region', { name: 'Comments' }).getByRole('article')
  await expect(comments).toContainText(['From Bob', 'From Ada'])
  await expect(comments.first().getByRole('button', { name: 'Delete comment' })).toBeVisible()
  await expect(comments.last().getByRole('link').first()).toHaveAttribute('href', `/profile/${ada.id}`)
})

test('dates are in the reader’s time zone, with the exact time as a title', async ({ page, member }) => {
  const ada = await member()
  const id = await ada.writePost('When was this?')
  await ada.send('POST', `/api/posts/comment/${id}`, { text: 'And this?' })
  // Just after midnight UTC, it is still the day before in Los Angeles.
  await page.route(`**/api/posts/${id}`, async (route) => {
    const post = await (await route.fetch()).json()
    post.date = '2026-03-02T04:05:06.000Z'
    post.comments[0].date = '2026-01-01T07:59:59.000Z'
    await route.fulfill({ json: post })
  })
  await ada.open(page, `/posts/${id}`)
  await expect(page.getByText('Posted on 01/03/2026')).toBeVisible()
  await expect(page.getByText('Posted on 31/12/2025')).toBeVisible()
  const time = page.locator('time').first()
  await expect(time).toHaveAttribute('datetime', '2026-03-02T04:05:06.000Z')
  await time.hover()
  await expect(time).toHaveAttribute('title', /Sunday, March 1, 2026.*8:05:06.*PST/)
})

test('drafts survive a reload, separately for each form', async ({ page, member }) => {
  const ada = await member()
  const id = await ada.writePost('Discuss this')
  await ada.open(page, '/posts')
  await page.getByLabel('Say Something...').fill('Half a post')
  await page.goto(`/posts/${id}`)
  await expect(page.getByLabel('Leave a Comment!')).toHaveValue('')
  await page.getByLabel('Leave a Comment!').fill('Half a comment')
  await page.reload()
  await expect(page.getByLabel('Leave a Comment!')).toHaveValue('Half a comment')
  await page.goto('/posts')
  await expect(page.getByLabel('Say Something...')).toHaveValue('Half a post')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert')).toHaveText('Post Created')
  await page.reload()
  await expect(page.getByLabel('Say Something...')).toHaveValue('')
})

test('drafts are removed at logout, in every tab', async ({ page, context, member }) => {
  const ada = await member()
  await ada.withProfile()
  await ada.open(page, '/posts')
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(new URL('/posts', page.url()).href)
    await tab.getByLabel('Say Something...').fill('My secret plan')
  }
  await page.goto('/edit-profile')
  await page.locator('[name=bio]').fill('My secret past')
  await page.getByRole('button', { name: 'Logout' }).click()
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL('/login')
    expect(await tab.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('My secret')
  }
})

test('long lists load page by page, and are restored when going back', async ({ page, member }) => {
  const ada = await member()
  for (let index = 1; index <= 60; index += 1) await ada.writePost(`Post ${index} of ${ada.id}`)
  await ada.open(page, '/posts')
  const posts = page.getByRole('article')
  await expect(posts).toHaveCount(50)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByText(`Post 1 of ${ada.id}`, { exact: true })).toBeAttached()
  const { length: count } = await ada.send<unknown[]>('GET', '/api/posts?limit=100')
  await expect(posts).toHaveCount(count)
  await posts.nth(55).getByRole('link', { name: 'Discussion' }).click()
  await expect(page.getByRole('link', { name: 'Back To Posts' })).toBeVisible()
  await page.goBack()
  await expect(posts).toHaveCount(count)
})

test('many comments are shown page by page', async ({ page, member }) => {
  const ada = await member()
  const id = await ada.writePost('Popular')
  for (let index = 1; index <= 55; index += 1) {
    await ada.send('POST', `/api/posts/comment/${id}`, { text: `Comment ${index}.` })
  }
  await ada.open(page, `/posts/${id}`)
  const comments = page.getByRole('region', { name: 'Comments' }).getByRole('article')
  await expect(comments).toHaveCount(50)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(comments).toHaveCount(55)
  await expect(page.getByText('Comment 1.')).toBeAttached()
  await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden()
})

test('on a slow network, a comment appears only under the post it was written on', async ({
  page,
  member,
}) => {
  const ada = await member()
  const first = await ada.writePost(`First ${ada.id}`)
  const second = await ada.writePost(`Second ${ada.id}`)
  const released = Promise.withResolvers<void>()
  await page.route('**/api/posts/comment/**', async (route) => {
    await released.promise
    await route.continue()
  })
  await ada.open(page, '/posts')
  const discussion = (id: string) =>
    page.locator(`[data-item="${id}"]`).getByRole('link', { name: 'Discussion' })
  const comments = page.getByRole('region', { name: 'Comments' }).getByRole('article')

  await discussion(first).click()
  await page.getByLabel('Leave a Comment!').fill('For the first')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('link', { name: 'Back To Posts' }).click()
  const postResponse = page.waitForResponse(`**/api/posts/${second}`)
  await discussion(second).click()
  await postResponse
  await expect(page.getByRole('main').getByText(`Second ${ada.id}`)).toBeVisible()
  released.resolve()
  await expect(page.getByRole('alert')).toHaveText('Comment Added')
  await expect(comments).toHaveCount(0)

  await page.getByRole('link', { name: 'Back To Posts' }).click()
  await expect(discussion(first)).toHaveText('Discussion1')
  await expect(discussion(second)).toHaveText('Discussion')
  await discussion(first).click()
  await expect(comments).toContainText(['For the first'])
})

test('the first Like right after posting belongs to the new post, ten times in a row', async ({
  page,
  member,
}) => {
  const ada = await member('Ada Lin')
  const bob = await member('Bob Berg')
  await bob.writePost('The older post')
  await ada.open(page, '/posts')
  await expect(page.getByText('The older post')).toBeVisible()
  for (let index = 0; index < 10; index += 1) {
    const text = `New post ${index}`
    await page.locator('[name=text]').fill(text)
    // Input is no text of the page, so this waits for the post.
    await expect(page.getByText(text)).toHaveCount(0)
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText(text).waitFor()
    const liked = page.waitForResponse(/\/api\/posts\/like\//)
    await page.getByRole('button', { name: 'Like', exact: true }).first().click()
    await (await liked).finished()
  }
  const posts = await ada.send<{ text: string; likes: unknown[] }[]>('GET', '/api/posts?limit=11')
  expect(posts.map(({ text, likes }) => [text, likes.length])).toEqual([
    ...Array.from({ length: 10 }, (_, index) => [`New post ${9 - index}`, 1]),
    ['The older post', 0],
  ])
})

test('a new post appears as a whole', async ({ page, member }) => {
  const ada = await member()
  await ada.open(page, '/posts')
  await page.locator('[name=text]').fill('All of it')
  await page.evaluate(() => {
    new MutationObserver(() => {
      const row = [...document.querySelectorAll('[data-item]')].find((item) =>
        item.textContent.includes('All of it'),
      )
      if (row) document.body.dataset.buttons ??= `${row.querySelectorAll('button, a[data-key=r]').length}`
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await page.getByRole('button', { name: 'Submit' }).click()
  const row = page.locator('[data-item]').filter({ hasText: 'All of it' })
  await expect(row).toBeVisible()
  const buttons = await row.locator('button, a[data-key=r]').count()
  expect(buttons).toBeGreaterThanOrEqual(6)
  expect(await page.evaluate(() => document.body.dataset.buttons)).toBe(String(buttons))
})

test('a reload deep in the feed shows the same line', async ({ page, member }) => {
  const ada = await member()
  for (let index = 1; index <= 60; index += 1) {
    await ada.writePost(`Post ${index} of ${ada.id}\n${'Another line.\n'.repeat(index % 5)}`)
  }
  await ada.open(page, '/posts')
  const post = page.locator('[data-item]').filter({ hasText: `Post 3 of ${ada.id}` })
  // Other tests write into the same feed.
  await expect(async () => {
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(post).toHaveCount(1, { timeout: 2_000 })
  }).toPass()
  await post.evaluate((item) => item.scrollIntoView({ block: 'center' }))
  await atRest(page)
  const top = () => post.evaluate((item) => item.getBoundingClientRect().top)
  const before = await top()
  await page.reload()
  await expect(post).toBeInViewport({ timeout: 5_000 })
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThanOrEqual(1)
})
