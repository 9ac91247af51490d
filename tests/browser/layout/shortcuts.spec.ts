import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../test.ts'

test('single keys move through the feed and act on it, but not while someone writes', async ({
  page,
  member,
}) => {
  const ada = await member()
  await ada.withProfile()
  const ids: string[] = []
  for (const text of ['third', 'second', 'first'])
    ids.unshift(await ada.writePost(`The ${text} of ${ada.id}`))
  const keys = page.waitForResponse('**/assets/shortcuts-*.js')
  await ada.open(page, '/posts')
  const item = (index: number) => page.locator(`[data-item="${ids[index]}"]`)
  await expect(item(0)).toBeVisible()
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.evaluate((url) => import(url), (await keys).url())
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await page.keyboard.press('?')
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(item(0)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(item(1)).toBeFocused()
  const like = item(1).getByRole('button', { name: 'Like', exact: true })
  await page.keyboard.press('l')
  await expect(like).toHaveText('1')
  await page.keyboard.press('l')
  await expect(like).toHaveText('')

  await page.keyboard.press('r')
  await expect(page).toHaveURL(`/posts/${ids[1]}#write`)
  const area = page.getByLabel('Leave a Comment!')
  await expect(area).toBeFocused()
  await page.keyboard.type('gp jkl?')
  await expect(area).toHaveValue('gp jkl?')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert')).toHaveText('Comment Added')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('r')
  await expect(page.getByRole('textbox', { name: 'Reply to Ada Lin' })).toBeFocused()
  await page.keyboard.press('Escape')

  await page.clock.install()
  for (const [key, path] of [
    ['d', '/dashboard'],
    ['p', '/posts'],
  ] as const) {
    // The two keys must follow each other within a second.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await page.clock.resume()
    await expect(page).toHaveURL(path)
  }
  await page.keyboard.press('?')
  await expect(list).toBeVisible()
  await expectAccessible(page)
  await list.getByRole('link', { name: 'Turn off shortcuts' }).click()
  await expect(list).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Use single-key shortcuts' }).uncheck()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(page).toHaveURL('/settings')
  await expect(list).toHaveCount(0)
})
