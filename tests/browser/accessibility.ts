import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const CONTRAST = 'color-contrast'
const AXE = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

type Scope = 'all' | 'structure' | 'colors'

export async function violationsOn(page: Page, scope: Scope): Promise<string[]> {
  const restore = await showFullPage(page)
  // Loading axe takes as long as a check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const isColor = scope === 'colors'
  const options: axe.RunOptions = {
    runOnly: isColor ? { type: 'rule', values: [CONTRAST] } : { type: 'tag', values: WCAG },
    rules: scope === 'structure' ? { [CONTRAST]: { enabled: false } } : {},
    resultTypes: ['violations'],
  }
  const violations = await page.evaluate(async (choice) => {
    const results = await window.axe?.run(document, choice)
    return results?.violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html)}`)
  }, options)
  if (!violations) throw new Error('axe could not be loaded')
  await restore()
  return violations
}

/** Bars at the edges of the window could cover half of a button, which then counts as too small. */
async function showFullPage(page: Page): Promise<() => Promise<void>> {
  const size = page.viewportSize()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  if (!size || height <= size.height) return async () => {}
  await page.setViewportSize({ ...size, height })
  return () => page.setViewportSize(size)
}

/** The dark theme is checked only by `test:rest`. */
export async function expectAccessible(page: Page): Promise<void> {
  // A color that is still changing does not have its final contrast.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  expect(await violationsOn(page, 'all')).toEqual([])
  if (test.info().project.name !== 'rest') return
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await violationsOn(page, 'colors'), 'dark').toEqual([])
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}
