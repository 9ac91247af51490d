import type { Page } from '@playwright/test'

export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    let last = -1
    for (let calm = 0; calm < 15; last = scrollY) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      calm = scrollY === last ? calm + 1 : 0
    }
  })
}
