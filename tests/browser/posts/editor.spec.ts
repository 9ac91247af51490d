import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import type { Member } from '../members.ts'
import { expect, test } from '../test.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const boxOf = (page: Page) => page.getByLabel('Say Something...')

async function openEditor(page: Page, member: Member, width = 1280): Promise<void> {
  await page.setViewportSize({ width, height: 844 })
  await member.open(page, '/posts')
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' })
  if (width < 640) await expect(toolbar).toBeHidden()
  await boxOf(page).focus()
  await expect(toolbar).toBeVisible()
}

async function select(page: Page, piece: string): Promise<void> {
  await boxOf(page).evaluate((area: HTMLTextAreaElement, piece) => {
    area.focus()
    const start = area.value.indexOf(piece)
    area.setSelectionRange(start, start + piece.length)
  }, piece)
}

async function paste(page: Page, text: string): Promise<void> {
  await boxOf(page).evaluate((area, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    if (area.dispatchEvent(event)) document.execCommand('insertText', false, text)
  }, text)
}

test('shortcuts and buttons format the text, and undo reverts each of them', async ({ page, member }) => {
  await openEditor(page, await member())
  const box = boxOf(page)
  const start = 'one two three'
  const steps: [() => Promise<void>, string][] = [
    [() => page.keyboard.press('Control+b'), 'one **two** three'],
    [() => page.keyboard.press('Control+i'), 'one _two_ three'],
    [() => page.keyboard.press('Control+k'), 'one [two](url) three'],
    [() => page.keyboard.press('Control+e'), 'one `two` three'],
    [() => page.getByRole('button', { name: 'Bold' }).click(), 'one **two** three'],
    [() => page.getByRole('button', { name: 'List' }).click(), '- one two three'],
    [() => page.getByRole('button', { name: 'Quote' }).click(), '> one two three'],
    [() => paste(page, 'https://example.com/a'), 'one [two](https://example.com/a) three'],
  ]
  await box.pressSequentially(start)
  for (const [step, expected] of steps) {
    await select(page, 'two')
    await step()
    await expect(box).toHaveValue(expected)
    await expect(box).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect(box).toHaveValue(start)
    await page.keyboard.press('Control+Shift+z')
    await expect(box).toHaveValue(expected)
    await page.keyboard.press('Control+z')
  }
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await expect(box).toHaveValue('one two three!')
})

test('the keyboard reaches all of the editor and is never held in it', async ({ page, member }) => {
  await openEditor(page, await member())
  const box = boxOf(page)
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Bold' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Italic' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('button', { name: 'Picture' })).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('tab', { name: 'Write' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(box).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'Post' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Submit' })).toBeFocused()

  await box.focus()
  await page.keyboard.type('```ts\nif (a) {\n')
  await expect(page.getByText('Press Esc, then Tab to leave the editor.')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.type('b()')
  await expect(box).toHaveValue('```ts\nif (a) {\n  b()')
  await page.keyboard.press('Shift+Tab')
  await expect(box).toHaveValue('```ts\nif (a) {\nb()')
  await page.keyboard.press('Control+z')
  await expect(box).toHaveValue('```ts\nif (a) {\n  b()')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'Post' })).toBeFocused()
  await box.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Bold' })).toBeFocused()
})

test('a completion replaces all that was typed, also a letter that the list does not know yet', async ({
  page,
  member,
}) => {
  const ada = await member('Ada Lin')
  const bob = await member('Bob Stonemason')
  await bob.writePost('A post, so that its author is known')
  await openEditor(page, ada)
  const box = boxOf(page)
  await box.pressSequentially('ask @stonemas')
  await expect(page.getByRole('option').filter({ hasText: 'bob-stonemason' })).toBeVisible()
  await box.evaluate((area) => {
    document.execCommand('insertText', false, 'o')
    area.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  })
  await expect(box).toHaveValue('ask @bob-stonemason ')
})

for (const width of [390, 1280]) {
  test(`people and tags are completed as one types, at ${width} px`, async ({ page, member }) => {
    const ada = await member('Ada Lin')
    const bob = await member(`Bob Stone${width}`)
    await bob.writePost(`Asking about #node.js${width}`)
    await openEditor(page, ada, width)
    await expect(page.getByRole('link', { name: `#node.js${width}`, exact: true })).toBeVisible()
    const box = boxOf(page)
    const handle = `bob-stone${width}`
    await box.pressSequentially('ask @bob-stone')
    const option = page.getByRole('option').filter({ hasText: handle })
    await expect(option).toBeVisible()
    await expect(option).toHaveAttribute('aria-selected', 'true')
    await expect(box).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
    await expect(box).toHaveAttribute('aria-controls', /list/)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await expect(box).not.toHaveAttribute('aria-activedescendant')
    await page.keyboard.type(String(width).slice(0, 1))
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await page.keyboard.type(' no, @stone')
    await expect(option).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(box).toHaveValue(`ask @bob-stone${String(width).slice(0, 1)} no, @${handle} `)
    await page.keyboard.press('Control+z')
    await expect(box).toHaveValue(`ask @bob-stone${String(width).slice(0, 1)} no, @stone`)
    await page.keyboard.press('End')
    await page.getByRole('option').filter({ hasText: handle }).click()
    await expect(box).toHaveValue(new RegExp(`@${handle} $`))
    await expect(box).toBeFocused()
    await box.fill('')
    await box.pressSequentially('about #NO')
    await expect(page.getByRole('listbox', { name: 'Tags' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Tab')
    await expect(box).toHaveValue(/^about #node\.js\d+ $/)
    await box.fill('`@bob')
    await expect(page.getByRole('listbox')).toHaveCount(0)
  })

  test(`a picture is uploaded while one types on, at ${width} px`, async ({ page, member }) => {
    const released = Promise.withResolvers<void>()
    await page.route('**/api/pictures', async (route) => {
      expect(route.request().headers()['content-type']).toBe('image/png')
      await released.promise
      await route.fulfill({ json: { url: '/pictures/abc.webp', width: 1, height: 1 } })
    })
    await openEditor(page, await member(), width)
    const box = boxOf(page)
    await box.pressSequentially('Before')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a shot.png', mimeType: 'image/png', buffer: PNG })
    await expect(box).toHaveValue('Before\n![Uploading a shot.png…]()\n')
    await expect(page.getByRole('progressbar', { name: 'Uploading a shot.png' })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await box.pressSequentially('typed during the upload')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('A picture is still uploading.')).toBeVisible()
    released.resolve()
    await expect(box).toHaveValue('Before\n![a shot](/pictures/abc.webp)\ntyped during the upload')
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await page.keyboard.type('!')
    await expect(box).toHaveValue('Before\n![a shot](/pictures/abc.webp)\ntyped during the upload!')
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await expect(box).toHaveValue('Before\n![Uploading a shot.png…]()\ntyped during the upload')
  })

  test(`the text is previewed as it will be shown, at ${width} px`, async ({ page, member }) => {
    await openEditor(page, await member(), width)
    const box = boxOf(page)
    const write = page.getByRole('tab', { name: 'Write' })
    const preview = page.getByRole('tab', { name: 'Preview' })
    await preview.click()
    await expect(page.getByRole('tabpanel', { name: 'Preview' })).toHaveText('Nothing to preview')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(box).toBeFocused()
    await box.fill('Some **strong** words\n\n```js\nlet a = 1\n```')
    await preview.click()
    const panel = page.getByRole('tabpanel', { name: 'Preview' })
    await expect(panel.locator('strong')).toHaveText('strong')
    await expect(panel.getByRole('button', { name: 'Copy' })).toBeVisible()
    await expect(box).toBeHidden()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await preview.press('ArrowLeft')
    await expect(write).toBeFocused()
    await expect(box).toBeVisible()
    await write.press('ArrowRight')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('article').first().locator('strong')).toHaveText('strong')
    await expect(box).toBeVisible()
    await expect(box).toHaveValue('')
  })
}

test('a person whose lookup failed is looked up again', async ({ page, member, expectFailures }) => {
  expectFailures(/\/api\/people\//)
  const ada = await member('Ada Lin')
  const bob = await member('Bob Unseen')
  const { handle } = await bob.send<{ handle: string }>('GET', '/api/auth')
  await page.route('**/api/people/*', (route) => route.fulfill({ status: 503, body: '' }))
  await openEditor(page, ada)
  const box = boxOf(page)
  const failed = page.waitForResponse(`**/api/people/${handle}`)
  await box.pressSequentially(`ask @${handle}`)
  await failed
  await page.unroute('**/api/people/*')
  await box.press('Backspace')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await box.pressSequentially(handle.slice(-1))
  await expect(page.getByRole('option').filter({ hasText: 'Bob Unseen' })).toBeVisible()
})

test('a picture that fails causes an alert, and the text stays as it was', async ({
  page,
  member,
  expectFailures,
}) => {
  expectFailures(/\/api\/pictures$/)
  await page.route('**/api/pictures', (route) =>
    route.fulfill({ status: 400, json: { errors: [{ msg: 'That is no picture' }] } }),
  )
  await openEditor(page, await member())
  const box = boxOf(page)
  await box.pressSequentially('Before')
  const files = page.locator('input[type=file]')
  await files.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await expect(page.getByRole('alert')).toContainText('Choose a PNG, JPEG, WebP or GIF')
  await expect(box).toHaveValue(/^Before\n?\n?$/)
  await files.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: PNG })
  await expect(page.getByRole('alert').filter({ hasText: 'That is no picture' })).toBeVisible()
  await expect(box).toHaveValue(/^Before\s*$/)
})

test('without its tools the textarea works, and it grows with its text', async ({
  page,
  member,
  expectFailures,
}) => {
  expectFailures(/./)
  await page.route('**/assets/editor-*', (route) => route.abort())
  const ada = await member()
  await ada.open(page, '/posts')
  const box = boxOf(page)
  await expect(box).toHaveAttribute('rows', '5')
  const height = async () => (await box.boundingBox())?.height
  const before = (await height()) ?? 0
  await box.fill('line\n'.repeat(12))
  await expect.poll(height).toBeGreaterThan(before * 1.5)
  await box.fill('Sent without tools')
  await box.press('Control+Enter')
  await expect(page.getByRole('article').first()).toContainText('Sent without tools')
})
