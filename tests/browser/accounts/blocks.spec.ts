import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../test.ts'

test.describe.configure({ timeout: 120_000 })

for (const width of [390, 1280]) {
  test(`at ${width} px one mutes and blocks people by keyboard, and lifts it in the settings`, async ({
    page,
    member,
    expectFailures,
  }) => {
    expectFailures(/\/api\/profile\/(user\/|me$)/)
    await page.setViewportSize({ width, height: 800 })
    const ada = await member('Ada Lin')
    const loud = await member('Loud Larry')
    const rude = await member('Rude Rudi')
    await loud.writePost(`Noise at ${width}`)
    const question = await ada.writePost(`A question at ${width}`)
    await rude.send('POST', `/api/posts/comment/${question}`, { text: `An insult at ${width}` })
    await ada.open(page, '/posts')
    const noise = page.getByRole('article').filter({ hasText: `Noise at ${width}` })
    const more = noise.getByRole('button', { name: 'More actions for this post' })
    await more.focus()
    await page.keyboard.press('ArrowDown')
    const menu = page.getByRole('menu')
    await expect(menu).toBeVisible()
    // A browser reports late that it has scrolled to the focus.
    await page.evaluate(() => dispatchEvent(new Event('scroll')))
    await expect(menu.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(more).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(more).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(menu).toBeVisible()
    await page.keyboard.press('m')
    await expect(menu.getByRole('menuitem', { name: 'Mute Loud Larry' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(noise).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('article').filter({ hasText: `A question at ${width}` })).toBeVisible()
    await expect(noise).toHaveCount(0)

    await page.goto(`/posts/${question}`)
    const insult = page.getByRole('article').filter({ hasText: `An insult at ${width}` })
    await insult.getByRole('button', { name: 'More actions for this comment' }).click()
    await page.getByRole('menuitem', { name: 'Block Rude Rudi' }).click()
    await expect(insult).toHaveCount(0)

    await page.goto(`/profile/${loud.id}`)
    await expect(page.getByText("You've muted Loud Larry")).toBeVisible()
    await page.goto('/settings/privacy')
    await expect(page.getByRole('link', { name: 'Rude Rudi' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Unblock Rude Rudi' }).click()
    await page.getByRole('button', { name: 'Unmute Loud Larry' }).click()
    await expect(page.getByRole('button', { name: /^Un(mute|block)/ })).toHaveCount(0)
    await page.goto('/posts')
    await expect(noise).toBeVisible()
  })
}
