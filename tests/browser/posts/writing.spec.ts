import type { Page } from '@playwright/test'
import { MAX_LENGTH } from '../../../contract/limits.ts'
import { routeLater } from '../switchable-route.ts'
import { expect, test } from '../test.ts'

/** Browsers take seconds to break a single word of this length. */
const wordsOf = (length: number) => 'five '.repeat(length / 5 + 1).slice(0, length)

const setWidth = (page: Page, width: number) => page.setViewportSize({ width, height: 844 })

for (const width of [390, 1280]) {
  test(`at ${width} px a like shows at once, and is undone if the server rejects it`, async ({
    page,
    member,
    expectFailures,
  }) => {
    expectFailures(/\/api\/posts\/like\//)
    await setWidth(page, width)
    const ada = await member('Ada Lin')
    const bob = await member('Bob Stone')
    const id = await bob.writePost('Like me')
    await bob.send('PUT', `/api/posts/like/${id}`)
    const released = Promise.withResolvers<void>()
    const rejection = await routeLater(page, '**/api/posts/like/*', async (route) => {
      await released.promise
      await route.fulfill({ status: 503, json: { errors: [{ msg: 'Not now' }] } })
    })
    await ada.open(page, '/posts')
    const post = page.locator(`[data-item="${id}"]`)
    const like = post.getByRole('button', { name: 'Like', exact: true })
    const unlike = post.getByRole('button', { name: 'Unlike' })
    await unlike.click()
    await expect(like).toHaveText('1')

    rejection.start()
    await like.click()
    await expect(like).toHaveText('2')
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    released.resolve()
    await expect(post.getByText('Not now')).toBeVisible()
    await expect(like).toHaveText('1')
    await expect(like).toHaveAttribute('aria-pressed', 'false')

    rejection.stop()
    await like.click()
    await expect(like).toHaveText('2')
    await unlike.click()
    await expect(like).toHaveText('1')
    await expect(unlike).toBeFocused()
    await expect
      .poll(() => bob.send<{ likeCount: number }>('GET', `/api/posts/${id}`))
      .toMatchObject({ likeCount: 1 })
  })

  test(`at ${width} px Ctrl+Enter and ⌘+Enter send, and a counter shows when the limit is near`, async ({
    page,
    member,
  }) => {
    await setWidth(page, width)
    const ada = await member()
    const id = await ada.writePost('To discuss')
    await ada.open(page, '/posts')
    const box = page.getByLabel('Say Something...')
    await box.fill(wordsOf(MAX_LENGTH.post - 2000))
    await expect(page.getByText(/ left$/)).toHaveCount(0)
    await box.fill(wordsOf(MAX_LENGTH.post - 10))
    await expect(page.getByText('10 left', { exact: true })).toBeVisible()
    await box.fill('😀'.repeat(MAX_LENGTH.post))
    await expect(page.getByText('0 left', { exact: true })).toBeVisible()
    await box.fill(wordsOf(MAX_LENGTH.post + 3))
    await expect(page.getByText('3 over the limit')).toBeVisible()
    await box.fill('Sent by keyboard')
    await box.press('Control+Enter')
    await expect(page.getByRole('article').first()).toContainText('Sent by keyboard')
    await expect(box).toHaveValue('')
    await expect(box).toBeFocused()
    await page.goto(`/posts/${id}`)
    await page.getByLabel('Leave a Comment!').fill('So was this')
    await page.getByLabel('Leave a Comment!').press('Meta+Enter')
    await expect(page.getByRole('region', { name: 'Comments' })).toContainText('So was this')
  })

  test(`at ${width} px unsent input of a form can be restored`, async ({ page, member }) => {
    await setWidth(page, width)
    const ada = await member()
    await ada.withProfile({ bio: 'As it is' })
    await ada.open(page, '/edit-profile')
    await page.locator('[name=bio]').fill('Half a thought')
    await page.getByRole('button', { name: 'Add Social Network Links' }).click()
    await page.locator('[name=twitter]').fill('ada')
    await page.getByRole('link', { name: 'Go Back' }).click()
    await page.getByRole('link', { name: 'Edit Profile' }).click()
    await expect(page.locator('[name=bio]')).toHaveValue('As it is')
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(page.locator('[name=bio]')).toHaveValue('Half a thought')
    await page.getByRole('button', { name: 'Add Social Network Links' }).click()
    await expect(page.locator('[name=twitter]')).toHaveValue('ada')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('alert')).toHaveText('Profile Updated')
    await page.reload()
    await expect(page.locator('[name=bio]')).toHaveValue('Half a thought')
    await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0)

    await page.goto('/add-experience')
    await page.locator('[name=title]').fill('Engineer')
    await page.locator('[name=current]').check()
    await page.reload()
    await expect(page.locator('[name=title]')).toHaveValue('')
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(page.locator('[name=title]')).toHaveValue('Engineer')
    await expect(page.locator('[name=current]')).toBeChecked()
    await expect(page.locator('[name=to]')).toBeDisabled()
    await page.reload()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Add Experience' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0)
  })

  test(`at ${width} px a short post is small, and a long one folds`, async ({ page, member }) => {
    await setWidth(page, width)
    const ada = await member()
    const short = await ada.writePost(`Short ${ada.id}`)
    const long = await ada.writePost(Array.from({ length: 900 }, (_, line) => `line ${line}`).join('\n'))
    await ada.open(page, '/posts')
    const heightOf = async (id: string) =>
      (await page.locator(`[data-item="${id}"]`).boundingBox())?.height ?? 0
    await expect(page.getByText(`Short ${ada.id}`)).toBeVisible()
    await expect.poll(() => heightOf(short)).toBeLessThanOrEqual(160)
    await expect.poll(() => heightOf(long)).toBeLessThan(450)
    await page.locator(`[data-item="${long}"]`).getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => heightOf(long)).toBeGreaterThan(5_000)
    await page.getByRole('button', { name: 'Show less' }).click()
    await expect.poll(() => heightOf(long)).toBeLessThan(450)
  })
}
