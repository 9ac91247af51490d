import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { atRest } from '../scroll-rest.ts'
import { expect, test } from '../test.ts'

const ask = { question: true }

for (const width of [390, 1280]) {
  test(`at ${width} px feeds have addresses, and Back leads through them to the line`, async ({
    page,
    member,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const ada = await member('Ada Lin')
    // Short enough for one line in any font.
    const by = `by ${ada.id.slice(-8)}`
    for (let index = 0; index < 30; index += 1) {
      await ada.send('POST', '/api/posts', { text: `Question ${index} ${by}`, ...ask })
      await ada.writePost(`Note ${index} ${by}`)
    }
    await ada.open(page, '/posts')
    const feeds = page.getByRole('list', { name: 'Feeds' })
    await expect(feeds.getByRole('link')).toHaveText(['All', 'Following', 'Questions', 'Unsolved', 'For you'])
    await expect(feeds.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'page')
    const note = page.locator('[data-item]').filter({ hasText: `Note 12 ${by}` })
    await note.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await atRest(page)
    const top = () => note.evaluate((element) => element.getBoundingClientRect().top)
    const before = await top()

    await page.evaluate(() =>
      document.querySelector<HTMLElement>('[aria-label=Feeds] a[href*=questions]')?.click(),
    )
    await expect(page).toHaveURL('/posts?feed=questions')
    await expect(page.getByRole('article').getByText(`Question 29 ${by}`)).toBeInViewport()
    await expect(note).toHaveCount(0)
    await page
      .getByRole('article')
      .nth(1)
      .getByRole('link', { name: `Question 28 ${by}` })
      .click()
    await expect(page.getByRole('heading', { name: 'Leave a Comment!' })).toBeVisible()
    await page.getByRole('link', { name: 'Back To Posts' }).click()
    await expect(page).toHaveURL('/posts?feed=questions')
    await page.goBack()
    await page.goBack()
    await page.goBack()
    await expect(page).toHaveURL('/posts')
    await expect(note).toBeInViewport()
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThanOrEqual(1)

    await page.goto('/posts?feed=for-me')
    await expect(page.getByRole('link', { name: 'Edit your skills' })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
}

test('a new post appears in the lists that it belongs to', async ({ page, member }) => {
  const ada = await member('Ada Lin')
  const by = `by ${ada.id.slice(-8)}`
  const posts = page.getByRole('article').filter({ hasText: by })
  const feed = (name: string) => page.getByRole('list', { name: 'Feeds' }).getByRole('link', { name })
  async function post(text: string, kind: 'Post' | 'Question') {
    await page.getByRole('radio', { name: kind }).setChecked(true, { force: true })
    await page.getByRole('textbox').fill(`${text} ${by}`)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Post Created' })).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
  }
  await ada.writePost(`Older note ${by}`)
  await ada.open(page, '/posts')
  await expect(posts).toHaveCount(1)
  await feed('Unsolved').click()
  await expect(page).toHaveURL('/posts?feed=unanswered')
  await post('New note', 'Post')
  await post('New question', 'Question')
  await expect(posts).toHaveText([/New question/])
  await feed('Questions').click()
  await expect(posts).toHaveText([/New question/])
  await feed('All').click()
  await expect(posts).toHaveText([/New question/, /New note/, /Older note/])

  // The list of all posts is not loaded yet and must not consist of the new post alone.
  await feed('Unsolved').click()
  await expect(posts).toHaveText([/New question/])
  await page.reload()
  await post('Newest question', 'Question')
  await page.goBack()
  await expect(page).toHaveURL('/posts')
  await expect(posts).toHaveText([/Newest question/, /New question/, /New note/, /Older note/])
})

test('a tag has a page with its posts and people', async ({ page, member }) => {
  const ada = await member('Ada Lin')
  const bob = await member('Bob Stone')
  const tag = `t${ada.id.slice(-8)}`
  const question = await ada.send<{ _id: string }>('POST', '/api/posts', { text: `Why #${tag}?`, ...ask })
  await bob.writePost(`A note on #${tag}`)
  await bob.writePost(`A note on #${tag}x`)
  const [answer] = await bob.send<{ _id: string }[]>('POST', `/api/posts/comment/${question._id}`, {
    text: 'So.',
  })
  await ada.send('PUT', `/api/posts/comment/${question._id}/${answer?._id}/accepted`)
  await ada.open(page, '/posts')
  await page
    .getByRole('link', { name: `#${tag}`, exact: true })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: `#${tag}` })).toBeFocused()
  await expect(page.getByText('2 posts')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
  const people = (name: string) => page.locator('section').filter({ hasText: name }).getByRole('link')
  await expect(people('Asked by')).toContainText('Ada Lin')
  await expect(people('Answered by')).toContainText('Bob Stone')
  await page.getByRole('link', { name: 'Questions' }).last().click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'All posts' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Posts' })).toBeVisible()
})

test('a feed is loaded once its reader is known, only once, and anew at the next visit', async ({
  page,
  member,
}) => {
  const ada = await member('Ada Lin')
  await ada.writePost(`Early by ${ada.id}`)
  const release = Promise.withResolvers<void>()
  await page.route('**/api/auth', async (route) => {
    await release.promise
    await route.continue()
  })
  const requestedPaths: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.method() === 'GET' && pathname === '/api/posts' && !search.includes('feed='))
      requestedPaths.push(search)
  })
  const asksForReader = page.waitForRequest('**/api/auth')
  await ada.open(page, '/posts')
  await asksForReader
  release.resolve()
  await expect(page.getByRole('article').getByText(`Early by ${ada.id}`)).toBeVisible()
  expect(requestedPaths).toHaveLength(1)

  const navigation = page.getByRole('navigation')
  await navigation.getByRole('link', { name: 'Developers' }).click()
  await expect(page.getByRole('heading', { name: 'Developers' })).toBeVisible()
  await ada.writePost(`Late by ${ada.id}`)
  await navigation.getByRole('link', { name: 'Posts' }).click()
  await expect(page.getByRole('article').getByText(`Late by ${ada.id}`)).toBeVisible()
  // The list is read again if the event arrives while the earlier list is visible.
  expect(requestedPaths.length).toBeGreaterThan(1)
})
