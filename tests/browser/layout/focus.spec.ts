import type { Page } from '@playwright/test'
import { untilSaved } from '../confirmed-changes.ts'
import { expect, test } from '../test.ts'

const setWidth = (page: Page, width: number) => page.setViewportSize({ width, height: 844 })

for (const width of [390, 1280]) {
  test(`at ${width} px the focus is never lost in the feed`, async ({ page, member, expectFailures }) => {
    // A live page requests a deleted post once more.
    expectFailures(/\/api\/posts\/[\w-]+$/)
    await setWidth(page, width)
    const ada = await member()
    for (let index = 0; index < 52; index += 1) await ada.writePost(`Post ${index} of ${ada.id}`)
    await ada.open(page, '/posts')
    const items = page.locator('[data-item]')
    await expect(items).toHaveCount(50)

    const like = items.first().getByRole('button', { name: 'Like', exact: true })
    await untilSaved(page, () => like.click())
    await expect(like).toHaveText('1')
    await expect(like).toBeFocused()

    const second = await items.nth(1).getAttribute('data-item')
    await items.first().getByRole('button', { name: 'Delete post' }).click()
    await expect(page.getByRole('alert')).toHaveText('Post Removed')
    await expect(page.locator(`[data-item="${second}"]`)).toBeFocused()

    const submit = page.getByRole('button', { name: 'Submit' })
    await page.getByLabel('Say Something...').fill('Sent by a press')
    await submit.click()
    await expect(page.getByText('Sent by a press')).toBeVisible()
    await expect(submit).toBeFocused()

    await expect(items).toHaveCount(50)
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(items.nth(50)).toBeFocused()
  })

  test(`at ${width} px the focus stays near what was removed, or goes to the heading`, async ({
    page,
    member,
  }) => {
    await setWidth(page, width)
    const ada = await member()
    await ada.withProfile()
    const id = await ada.writePost('To discuss')
    for (const text of ['First.', 'Second.']) await ada.send('POST', `/api/posts/comment/${id}`, { text })
    await ada.open(page, `/posts/${id}`)
    const comments = page.getByRole('region', { name: 'Comments' }).locator('[data-item]')
    await comments.first().getByRole('button', { name: 'Delete comment' }).click()
    await expect(comments).toHaveCount(1)
    await expect(comments.first()).toBeFocused()
    await comments.first().getByRole('button', { name: 'Delete comment' }).click()
    await expect(comments).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

    for (const title of ['One', 'Two']) {
      await ada.send('PUT', '/api/profile/experience', { title, company: title })
    }
    await ada.open(page, '/dashboard')
    const rows = page.getByRole('table').first().locator('tbody tr')
    await rows.first().getByRole('button', { name: 'Delete' }).click()
    await expect(rows).toHaveCount(1)
    await expect(rows.first()).toBeFocused()
    await rows.first().getByRole('button', { name: 'Delete' }).click()
    await expect(rows).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
}
