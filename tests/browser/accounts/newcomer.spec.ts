import type { Locator } from '@playwright/test'
import { expect, test } from '../test.ts'

for (const width of [390, 1280]) {
  test(`at ${width} px the dashboard guides newcomers through their first steps`, async ({
    page,
    member,
    expectFailures,
  }) => {
    expectFailures(/\/api\/profile\/(me|user)/)
    await page.setViewportSize({ width, height: 844 })
    const ada = await member()
    await ada.open(page, '/dashboard')
    const steps = page.getByRole('list').filter({ hasText: 'Create your account' }).getByRole('listitem')
    const doneMarks = page.getByRole('img', { name: 'Done' })
    await expect(steps).toHaveText([
      'Create your account',
      'Create your profile',
      'Add your experience',
      'Say hello to the community',
    ])
    await expect(doneMarks).toHaveCount(1)
    await page.getByRole('link', { name: 'Your page' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Ada Lin' })).toBeVisible()
    await expect(page.getByText("You don't have a profile yet.")).toBeVisible()
    await expect(page.getByRole('link', { name: 'Create Profile' })).toBeVisible()

    await ada.withProfile()
    await ada.open(page, '/dashboard')
    await expect(doneMarks).toHaveCount(2)
    await page.getByRole('link', { name: 'Add Experience' }).click()
    await page.locator('[name=title]').fill('Engineer')
    await page.locator('[name=company]').fill('Contoso')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(doneMarks).toHaveCount(3)
    const lastButton = page.getByRole('main').getByRole('button').last()
    await expect(lastButton).toHaveText('Delete Account')
    const bottomOf = async (element: Locator) => (await element.boundingBox())?.y ?? 0
    expect(await bottomOf(lastButton)).toBeGreaterThan(await bottomOf(steps.last()))
    await page.getByRole('link', { name: 'Say hello to the community' }).click()
    await expect(page.getByLabel('Say Something...')).toBeFocused()
    await page.keyboard.type('Hello!')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('article').first()).toContainText('Hello!')
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByRole('table').first()).toBeVisible()
    await expect(steps).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('table').first()).toBeVisible()
    await expect(steps).toHaveCount(0)
    await page.getByRole('link', { name: 'Your page' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Ada Lin' })).toBeVisible()
  })
}

test('at 320 px tables become stacked rows, and no word is broken', async ({ page, member }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  const ada = await member()
  await ada.withProfile()
  const period = { from: '2020-01-01', to: '2021-12-31' }
  await ada.send('PUT', '/api/profile/experience', {
    title: 'Principal Engineer',
    company: 'Contoso Machinery',
    ...period,
  })
  await ada.open(page, '/dashboard')
  const row = page.getByRole('table').first().getByRole('row').last()
  await expect(row).toHaveText('Contoso MachineryPrincipal Engineer2020/01/01 - 2021/12/31Delete')
  const tops = await row
    .getByRole('cell')
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().top))
  expect(tops[0]).toBeLessThan(tops[1] ?? 0)
  expect(tops[1]).toBeLessThan(tops[2] ?? 0)
  // The range of a word that is broken over two lines has two boxes.
  const broken = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const brokenWords: string[] = []
    while (walker.nextNode()) {
      const node = walker.currentNode
      for (const match of (node.textContent ?? '').matchAll(/[\p{L}\d/]+/gu)) {
        const range = document.createRange()
        range.setStart(node, match.index)
        range.setEnd(node, match.index + match[0].length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) brokenWords.push(match[0])
      }
    }
    return brokenWords
  })
  expect(broken).toEqual([])
})
