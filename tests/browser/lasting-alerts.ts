import type { Page } from '@playwright/test'

const ALERT_TIMEOUT = 5_000

export const keepAlerts = (page: Page): Promise<unknown> =>
  page.addInitScript((timeout) => {
    const wait = window.setTimeout
    window.setTimeout = ((run: () => void, delay?: number) =>
      wait(run, delay === timeout ? 600_000 : delay)) as typeof setTimeout
  }, ALERT_TIMEOUT)
