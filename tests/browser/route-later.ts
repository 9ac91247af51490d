import type { Page, Route } from '@playwright/test'

/**
 * Handles requests between `start` and `stop`. To be called before the page opens:
 * a route that is set on an open page may miss the request right after it.
 */
export async function routeLater(page: Page, address: string | RegExp, handle: (route: Route) => unknown) {
  let isActive = false
  await page.route(address, (route) => (isActive ? handle(route) : route.fallback()))
  return {
    start() {
      isActive = true
    },
    stop() {
      isActive = false
    },
  }
}
