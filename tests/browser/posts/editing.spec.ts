import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { expect, test } from '../test.ts'

const itemOf = (page: Page, id: string) => page.locator(`[data-item="${id}"]`)

for (const width of [390, 1280]) {
  test(`an own post is edited where it stands, by keyboard, at ${width} px`, async ({ page, member }) => {
    await page.setViewportSize({ width, height: 844 })
    const [ada, bob] = [await member('Ada Lin'), await member('Bob Stone')]
    const id = await ada.writePost('First text')
    const other = await bob.writePost('Of someone else')
    await ada.open(page, '/posts')
    const item = itemOf(page, id)
    await expect(itemOf(page, other).getByText('Of someone else')).toBeVisible()
    await expect(itemOf(page, other).getByRole('button', { name: 'Edit post' })).toHaveCount(0)
    await expect(item.getByText(/^edited/)).toHaveCount(0)
    await item.getByRole('button', { name: 'Edit post' }).press('Enter')
    const box = page.getByLabel('Edit post')
    await expect(box).toBeFocused()
    await expect(box).toHaveValue('First text')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    await box.fill('Half a change')
    await page.reload()
    await item.getByRole('button', { name: 'Edit post' }).click()
    await expect(box).toHaveValue('Half a change')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(box).toHaveValue('First text')
    await item.getByRole('button', { name: 'Cancel' }).click()
    await expect(item).toBeFocused()
    await expect(item.getByText('First text')).toBeVisible()

    await item.getByRole('button', { name: 'Edit post' }).click()
    await box.fill('Second text')
    await box.press('Control+Enter')
    await expect(item.getByText('Second text')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveText('Post Updated')
    await expect(item).toBeFocused()
    const edited = item.getByText('edited just now')
    await edited.hover()
    await expect(edited).toHaveAttribute('title', /20\d\d/)
    await item.getByRole('button', { name: 'Edit post' }).click()
    await expect(box).toHaveValue('Second text')
  })

  test(`a comment is edited, and its history shows what changed and brings it back, at ${width} px`, async ({
    page,
    otherPage,
    member,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const [ada, bob] = [await member('Ada Lin'), await member('Bob Stone')]
    const id = await bob.writePost('A question')
    const [comment] = await ada.send<{ _id: string }[]>('POST', `/api/posts/comment/${id}`, {
      text: 'An answer',
    })
    await ada.open(page, `/posts/${id}`)
    const item = itemOf(page, comment?._id ?? '')
    await item.getByRole('button', { name: 'Edit comment' }).click()
    await page.getByLabel('Edit comment').fill('A better answer')
    await item.getByRole('button', { name: 'Save' }).click()
    await expect(item.getByText('A better answer')).toBeVisible()
    await expect(item).toBeFocused()
    const opener = item.getByRole('button', { name: 'History' })
    await opener.press('Enter')
    await expect(opener).toHaveAttribute('aria-expanded', 'true')
    const versions = item.getByRole('region', { name: 'History' }).getByRole('listitem')
    await expect(versions).toHaveCount(2)
    await expect(versions.first()).toContainText('current')
    await expect(versions.first().locator('ins').filter({ hasText: 'better' })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await versions.first().getByText('Full text').click()
    await expect(versions.first().locator('details')).toContainText('A better answer')
    await versions.last().getByRole('button', { name: 'Restore' }).click()
    await expect(versions).toHaveCount(3)
    await expect(page.getByRole('alert')).toHaveText('Comment Updated')
    await opener.click()
    await expect(item.getByText('An answer')).toBeVisible()

    await bob.open(otherPage, `/posts/${id}`)
    const visibleComment = itemOf(otherPage, comment?._id ?? '')
    await expect(visibleComment.getByRole('button', { name: 'Edit comment' })).toHaveCount(0)
    await visibleComment.getByRole('button', { name: 'History' }).click()
    await expect(visibleComment.getByRole('listitem')).toHaveCount(3)
    await expect(visibleComment.getByRole('button', { name: 'Restore' })).toHaveCount(0)
  })

  test(`two who edit at the same time see both texts, and lose none, at ${width} px`, async ({
    page,
    member,
    expectFailures,
  }) => {
    expectFailures(/\/api\/posts\/[\w-]+$/)
    await page.setViewportSize({ width, height: 844 })
    const ada = await member('Ada Lin')
    const id = await ada.writePost('As it was')
    await ada.open(page, `/posts/${id}`)
    await page.getByRole('button', { name: 'Edit post' }).click()
    const box = page.getByLabel('Edit post')
    await box.fill('Mine')
    await ada.send('PUT', `/api/posts/${id}`, { text: 'Theirs' })
    await page.getByRole('button', { name: 'Save' }).click()
    const other = page.getByRole('region', { name: 'Other version' })
    await expect(other).toContainText('Theirs')
    await expect(page.getByText('Changed meanwhile')).toBeVisible()
    await expect(box).toHaveValue('Mine')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await other.getByRole('button', { name: 'Use this version' }).click()
    await expect(box).toHaveValue('Theirs')
    await expect(other).toContainText('Mine')
    await other.getByRole('button', { name: 'Use my version' }).click()
    await expect(box).toHaveValue('Mine')
    await expect(other).toContainText('Theirs')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('article').first()).toContainText('Mine')
    await expect(page.getByLabel('Edit post')).toHaveCount(0)
    const history = await ada.send<{ text: string }[]>('GET', `/api/posts/${id}/history`)
    expect(history.map(({ text }) => text)).toEqual(['Mine', 'Theirs', 'As it was'])
  })
}

test('unsent changes are shown next to a newer version', async ({ page, member, expectFailures }) => {
  expectFailures(/\/api\/posts\/[\w-]+$/)
  const ada = await member()
  const id = await ada.writePost('As it was')
  await ada.open(page, '/posts')
  const item = itemOf(page, id)
  await item.getByRole('button', { name: 'Edit post' }).click()
  await page.getByLabel('Edit post').fill('Left behind')
  await ada.send('PUT', `/api/posts/${id}`, { text: 'Newer' })
  await page.reload()
  await item.getByRole('button', { name: 'Edit post' }).click()
  await expect(page.getByLabel('Edit post')).toHaveValue('Left behind')
  await item.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Other version' })).toContainText('Newer')
})
