import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Checks the page against WCAG 2.2 AA. The dark theme differs in its colours only, so only their contrast is checked. */
export function audit(page: Page, colorScheme: 'light' | 'dark') {
  const axe = new AxeBuilder({ page })
  return (colorScheme === 'light' ? axe.withTags(WCAG) : axe.withRules('color-contrast')).analyze()
}

/** Checks what is on the page now against WCAG 2.2 AA, in both themes; contrasts are the same at every width. */
export async function expectAccessible(page: Page): Promise<void> {
  const isNarrow = (page.viewportSize()?.width ?? 0) < 1_000
  for (const colorScheme of isNarrow ? (['light', 'dark'] as const) : (['light'] as const)) {
    // A colour that is still changing has not its contrast yet.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await audit(page, colorScheme)
    expect(
      violations.map(({ id, nodes }) => `${colorScheme}: ${id} ${nodes.map(({ html }) => html)}`),
    ).toEqual([])
  }
}

/** Nothing on the page is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}
