import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { expect, test } from '../test.ts'

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0b6f65' } })
    .png()
    .toBuffer()

const STORED = /\/pictures\/[\da-f]{64}\.webp/

async function give(page: Page, how: 'paste' | 'drop', file: { name: string; bytes: Buffer }): Promise<void> {
  await page.getByLabel('Say Something...').evaluate(
    (area, { how, name, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const data = new DataTransfer()
      data.items.add(new File([bytes], name, { type: 'image/png' }))
      const eventOptions = { bubbles: true, cancelable: true }
      area.dispatchEvent(
        how === 'paste'
          ? new ClipboardEvent('paste', { ...eventOptions, clipboardData: data })
          : new DragEvent('drop', { ...eventOptions, dataTransfer: data }),
      )
    },
    { how, name: file.name, base64: file.bytes.toString('base64') },
  )
}

for (const width of [390, 1280]) {
  test(`at ${width} px pictures are pasted, dropped and chosen, and shown in the post`, async ({
    page,
    member,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const ada = await member()
    await ada.open(page, '/posts')
    const box = page.getByLabel('Say Something...')
    await box.focus()
    await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
    await box.fill('Three pictures\n')
    await give(page, 'paste', { name: 'image.png', bytes: await png(2_400, 400) })
    await expect(box).toHaveValue(new RegExp(`!\\[Picture\\]\\(${STORED.source}\\)`))
    await give(page, 'drop', { name: 'tall one.png', bytes: await png(300, 1_600) })
    await expect(box).toHaveValue(new RegExp(`!\\[tall one\\]\\(${STORED.source}\\)`))
    await page.locator('input[type=file]').setInputFiles({
      name: 'small.png',
      mimeType: 'image/png',
      buffer: await png(20, 20),
    })
    await expect(box).toHaveValue(new RegExp(`!\\[small\\]\\(${STORED.source}\\)`))
    await box.press('Control+Enter')
    const post = page.getByRole('article').first()
    await expect(post.getByText('Three pictures')).toBeVisible()
    if (await post.getByRole('button', { name: 'Show more' }).isVisible()) {
      await post.getByRole('button', { name: 'Show more' }).click()
    }
    for (const name of ['Picture', 'tall one', 'small']) {
      const picture = post.getByRole('img', { name, exact: true })
      await picture.scrollIntoViewIfNeeded()
      await expect
        .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
        .toBeGreaterThan(0)
    }
    await expectNoSidewaysScroll(page)
    expect((await post.getByRole('img', { name: 'tall one' }).boundingBox())?.height).toBeLessThanOrEqual(512)
    await expectAccessible(page)
  })

  test(`at ${width} px an avatar is chosen, previewed, used and removed`, { tag: '@all' }, async ({
    page,
    member,
    expectFailures,
  }) => {
    expectFailures(/\/api\/pictures$/)
    await page.setViewportSize({ width, height: 844 })
    const ada = await member()
    await ada.writePost('With a face')
    await ada.open(page, '/settings/picture')
    const heading = page.getByRole('heading', { name: 'Profile picture' })
    const section = page.locator('section').filter({ has: heading })
    const choose = section.getByRole('button', { name: 'Choose picture' })
    const picture = section.locator('img').first()
    const files = section.locator('input[type=file]')
    await expect(section.getByRole('button', { name: 'Delete picture' })).toHaveCount(0)

    await files.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await section.getByRole('button', { name: 'Save picture' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(section.locator('p.text-danger')).toBeVisible()
    await expectAccessible(page)
    await section.getByRole('button', { name: 'Cancel' }).click()
    await expect(choose).toBeFocused()

    await page.evaluate(() => {
      const { readAsDataURL } = FileReader.prototype
      FileReader.prototype.readAsDataURL = function (file: File) {
        const isSlow = file.name === 'slow.png'
        if (isSlow) addEventListener('slow-file', () => readAsDataURL.call(this, file), { once: true })
        else readAsDataURL.call(this, file)
      }
    })
    await files.setInputFiles({ name: 'slow.png', mimeType: 'image/png', buffer: await png(40, 40) })
    await files.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await png(400, 400) })
    await expect(picture).toHaveAttribute('src', /^data:image\/png/)
    await page.evaluate(() => dispatchEvent(new Event('slow-file')))
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await section.getByRole('button', { name: 'Save picture' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Picture Changed' })).toBeVisible()
    await expect(picture).toHaveAttribute('src', STORED)
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(400)
    await page.goto('/posts')
    await expect(page.getByRole('article').first().locator('img').first()).toHaveAttribute('src', STORED)

    await page.goto('/settings/picture')
    await section.getByRole('button', { name: 'Delete picture' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Picture Deleted' })).toBeVisible()
    await expect(picture).not.toHaveAttribute('src', STORED)
  })
}
