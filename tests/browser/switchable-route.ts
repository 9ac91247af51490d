import type { Page, Route } from '@playwright/test'

/** Must be called before the page opens: a route on an open page may miss the next request. */
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
