import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import type { Member } from '../members.ts'
import { atRest } from '../scroll-rest.ts'
import { expect, test } from '../test.ts'

type Listed = { _id: string }[]

async function comment(as: Member, post: string, text: string, parent?: string): Promise<string> {
  const [newest] = await as.send<Listed>('POST', `/api/posts/comment/${post}`, { text, parent })
  return newest?._id ?? ''
}

const commentsOn = (page: Page) => page.getByRole('region', { name: 'Comments' }).getByRole('article')

for (const width of [390, 1280]) {
  test(`at ${width} px a question is asked, discussed and solved`, async ({ page, otherPage, member }) => {
    await page.setViewportSize({ width, height: 844 })
    const ada = await member('Ada Lin')
    const bob = await member('Bob Stone')
    await ada.open(page, '/posts')
    const text = `How do I centre a box at ${width}?`
    await page.getByLabel('Say Something...').fill(text)
    await page.getByRole('group').getByText('Question', { exact: true }).click()
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Question' })).toBeChecked()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('alert')).toHaveText('Post Created')
    await expect(page.getByRole('radio', { name: 'Post' })).toBeChecked()
    const question = page.getByRole('article').filter({ hasText: text })
    await expect(question.getByText('Question', { exact: true })).toBeVisible()
    await question.getByRole('link', { name: 'Discussion' }).click()

    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await comment(bob, id, 'Use flexbox.')
    await comment(bob, id, 'Use a table.')
    await page.reload()
    const comments = commentsOn(page)
    await expect(page.getByRole('heading', { name: '2 answers' })).toBeVisible()
    await expect(comments).toContainText(['Use flexbox.', 'Use a table.'])
    await comments.nth(1).getByRole('button', { name: 'Accept answer' }).click()
    await expect(comments).toContainText(['Use a table.', 'Use flexbox.'])
    await expect(comments.first().getByText('Accepted answer')).toBeVisible()
    await expect(page.getByText('Solved', { exact: true })).toBeVisible()
    await expect(page.locator('[data-item]').filter({ hasText: 'Use a table.' })).toBeFocused()
    // The bar must not cover half of a button, which would then count as too small.
    await atRest(page)
    await page.evaluate(() => scrollTo(0, 0))
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    await bob.open(otherPage, `/posts/${id}`)
    await expect(commentsOn(otherPage).first().getByText('Accepted answer')).toBeVisible()
    await expect(otherPage.getByRole('button', { name: /accept/i })).toHaveCount(0)

    await page.getByRole('link', { name: 'Back To Posts' }).click()
    await expect(question.getByText('Solved')).toBeVisible()
    await page.goBack()
    await comments.first().getByRole('button', { name: 'Undo accept' }).click()
    await expect(comments).toContainText(['Use flexbox.', 'Use a table.'])
    await expect(page.getByText('Solved', { exact: true })).toHaveCount(0)
  })
}

test('titles and excerpts have no tables, code and marks', async ({ page, member }) => {
  const ada = await member()
  const text =
    'Why is **this** `null`?\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```sql\nselect 1\n```\n\nI _expected_ 1.'
  const { _id: id } = await ada.send<{ _id: string }>('POST', '/api/posts', { text, question: true })
  await ada.open(page, '/posts?feed=questions')
  const row = page.getByRole('article').filter({ hasText: 'Why is this null?' })
  await expect(row.getByRole('link', { name: 'Why is this null?', exact: true })).toBeVisible()
  await expect(row.getByText('I expected 1.', { exact: true })).toBeVisible()
  await page.goto(`/posts/${id}`)
  await expect(page).toHaveTitle(/^Why is this null\? · /)
})

test('a heading counts answers only above answers', async ({ page, member }) => {
  const ada = await member()
  const { _id: id } = await ada.send<{ _id: string }>('POST', '/api/posts', { text: 'Why?', question: true })
  await ada.open(page, `/posts/${id}`)
  await expect(page.getByRole('heading', { name: 'No answers yet' })).toBeVisible()
  const answer = await comment(ada, id, 'Because.')
  await ada.send('PUT', `/api/posts/comment/${id}/${answer}/accepted`)
  await page.reload()
  await expect(page.getByText('Accepted answer')).toBeVisible()
  await expect(page.getByRole('heading', { name: /answers?/ })).toHaveCount(0)
  await comment(ada, id, 'Why not?')
  await page.reload()
  await expect(page.getByRole('heading', { name: '2 answers' })).toBeVisible()
})

test('a reply is written by keyboard, below what it answers, and its draft is kept', async ({
  page,
  member,
}) => {
  const ada = await member('Ada Lin')
  const bob = await member('Bob Stone')
  const id = await ada.writePost('Discuss')
  const first = await comment(bob, id, 'First.')
  await comment(bob, id, 'Second.')
  await comment(bob, id, 'To the first.', first)
  await ada.open(page, `/posts/${id}`)
  const comments = commentsOn(page)
  await expect(comments).toContainText(['Second.', 'First.', 'To the first.'])

  await comments.nth(1).getByRole('button', { name: 'Reply to Bob Stone' }).focus()
  await page.keyboard.press('Enter')
  const area = page.getByRole('textbox', { name: 'Reply to Bob Stone' })
  await expect(area).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(area).toHaveCount(0)
  await expect(comments.nth(1).getByRole('button', { name: 'Reply to Bob Stone' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Half a reply')
  await page.reload()
  await expect(area).toHaveValue('Half a reply')
  await area.focus()
  await page.keyboard.press('Control+Enter')
  await expect(comments).toContainText(['Second.', 'First.', 'To the first.', 'Half a reply'])
  await expect(area).toHaveCount(0)
  await expect(page.locator('[data-item]').filter({ hasText: 'Half a reply' })).toBeFocused()

  await comments.nth(2).getByRole('button', { name: 'Reply to Bob Stone' }).click()
  await expect(area).toHaveValue(/^@bob-stone\S* $/)
  await page.keyboard.type('indeed')
  await page.keyboard.press('Control+Enter')
  await expect(comments.nth(4)).toContainText('indeed')
  await page.reload()
  await expect(comments.nth(4)).toContainText('indeed')
})

test('a link leads to a comment, also on a later page, and marks it', async ({ page, member }) => {
  const ada = await member('Ada Lin')
  const bob = await member('Bob Stone')
  const id = await ada.writePost('Popular')
  const oldest = await comment(bob, id, 'The oldest.')
  for (let index = 0; index < 60; index += 1)
    await comment(ada, id, `Comment ${index}. ${'Words. '.repeat(30)}`)
  // Simulates a post that includes only the newest of many comments.
  await page.route(`**/api/posts/${id}`, async (route) => {
    const post = await (await route.fetch()).json()
    await route.fulfill({ json: { ...post, comments: post.comments.slice(0, 20) } })
  })
  await bob.open(page, `/posts/${id}#comment-${oldest}`)
  const item = page.locator(`[data-item="${oldest}"]`)
  await expect(item).toBeInViewport()
  await expect(item).toBeFocused()
  await expect(item).toHaveClass(/marked-item/)

  const newest = page.locator('[data-item]').filter({ hasText: 'Comment 59.' })
  await newest.getByRole('link', { name: /\d\d\/\d\d\/\d{4}/ }).click()
  await expect(newest).toHaveClass(/marked-item/)
  await expect(newest).toBeInViewport()
  await page.goBack()
  await expect(item).toHaveClass(/marked-item/)
  await expect(newest).toBeInViewport()

  await page.goto(`/posts/${id}#comment-gone`)
  await expect(page.getByText('This comment was deleted.')).toBeVisible()
})

test('comments that cannot be loaded are not looked for without end', async ({
  page,
  member,
  expectFailures,
}) => {
  const ada = await member('Ada Lin')
  const id = await ada.writePost('Known from the feed')
  expectFailures(new RegExp(`/api/posts/${id}$`))
  await ada.open(page, '/posts')
  const post = page.getByRole('article').filter({ hasText: 'Known from the feed' })
  await expect(post).toBeVisible()
  await page.route(`**/api/posts/${id}`, (route) => route.fulfill({ status: 503, json: {} }))
  await post.getByRole('link', { name: 'Discussion' }).click()
  await expect(page.getByText("Couldn't load comments.")).toBeVisible()
  await page.evaluate(() => location.assign('#comment-gone'))
  await expect(page.getByText("Couldn't load comments.")).toBeVisible()
  await expect(page.getByText('Looking for the comment…')).toHaveCount(0)
  await page.unroute(`**/api/posts/${id}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('This comment was deleted.')).toBeVisible()
  await expect(page.getByText("Couldn't load comments.")).toHaveCount(0)
})
