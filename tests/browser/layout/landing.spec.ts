import type { Page } from '@playwright/test'
import { layoutShifts } from '../layout-shifts.ts'
import { expect, test } from '../test.ts'

const WIDTHS = [390, 1280]

/** Delays the scripts in /assets until the result is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Until styles and fonts arrive, a browser measures elements without painting them. */
const hasStyles = (page: Page) =>
  page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
    if (links.length === 0 || links.some(({ sheet }) => sheet === null)) return false
    document.body.getBoundingClientRect()
    return document.fonts.status === 'loaded'
  })

const shownTexts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('#root *')]
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return [element.tagName, element.textContent, x, y, width, height].join(' ')
      }),
  )

for (const theme of ['light', 'dark'] as const) {
  const tag = theme === 'light' ? [] : '@all'
  test(`the landing page is there before React, which takes it over as it is, in the ${theme} theme`, {
    tag,
  }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 })
      const release = await holdScripts(page)
      await page.goto('/', { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1, name: 'Developer Connector' })).toBeVisible()
      for (const [name, path] of [
        ['Sign Up', '/register'],
        ['Register', '/register'],
        ['Developers', '/profiles'],
      ] as const) {
        await expect(page.getByRole('link', { name })).toHaveAttribute('href', path)
      }
      const signUp = page.getByRole('link', { name: 'Sign Up' })
      await signUp.focus()
      await expect.poll(() => hasStyles(page)).toBe(true)
      const before = await shownTexts(page)
      const heading = await page.getByRole('heading', { level: 1 }).elementHandle()
      release()
      const other = theme === 'light' ? 'dark' : 'light'
      const isHydrated = () =>
        page.evaluate(() =>
          Object.keys(document.querySelector('h1') ?? {}).some((key) => /^__react/.test(key)),
        )
      await expect.poll(isHydrated).toBe(true)
      await expect(page.getByRole('button', { name: `Use the ${other} theme` })).toBeVisible()
      expect(await shownTexts(page)).toEqual(before)
      await expect(signUp).toBeFocused()
      expect(await heading?.evaluate((element) => element.isConnected)).toBe(true)
      expect(await layoutShifts(page)).toEqual([])
      await page.unrouteAll({ behavior: 'wait' })
    }
  })
}

test('members never see the landing page', async ({ page, member }) => {
  const ada = await member()
  await ada.withProfile({})
  const release = await holdScripts(page)
  await page.addInitScript(() => {
    const frames: boolean[] = []
    Object.assign(window, { frames_: frames })
    const check = () => {
      frames.push(document.querySelector('h1')?.checkVisibility() ?? false)
      requestAnimationFrame(check)
    }
    check()
  })
  await page.addInitScript((token) => localStorage.setItem('token', token), ada.token)
  await page.goto('/', { waitUntil: 'commit' })
  const frames = () => page.evaluate(() => (window as unknown as { frames_: boolean[] }).frames_)
  await expect.poll(async () => (await frames()).length).toBeGreaterThan(10)
  expect(await frames()).not.toContain(true)
  release()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Welcome Ada Lin')).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the landing page shows everything, with working links', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByText('Create a developer profile/portfolio')).toBeVisible()
    await expect(page.getByText('Made for people who code')).toBeVisible()
    await page.getByRole('link', { name: 'Login' }).first().click()
    await expect(page).toHaveURL(/\/login$/)
  })
})
