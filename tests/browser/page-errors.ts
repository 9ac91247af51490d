import type { ConsoleMessage, Page } from '@playwright/test'

/** Excludes failed calls, which the browser reports itself. */
export function watch(page: Page): string[] {
  const noise: string[] = []
  page.on('pageerror', (error) => noise.push(String(error.stack)))
  page.on('console', (message: ConsoleMessage) => {
    const isReport = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isReport) noise.push(message.text())
  })
  return noise
}
