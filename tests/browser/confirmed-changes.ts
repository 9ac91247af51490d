import type { Page } from '@playwright/test'

/** The page shows some changes before the server has confirmed them. */
export async function untilSaved(page: Page, act: () => Promise<void>): Promise<void> {
  const saved = page.waitForResponse((response) => response.request().method() !== 'GET')
  await act()
  await saved
}
