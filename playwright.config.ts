import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.ts'
import { freePort } from './test-support/free-port.ts'

// Chosen once, in the first process; the workers inherit it.
process.env.CODE_HOST ??= `http://127.0.0.1:${await freePort()}`
const { CODE_HOST } = process.env

// What these test hardly depends on the width, so it is tested at both only with LONG=1.
const ONE_WIDTH =
  /(?:admin|asking|blocks|cooked|credentials|editing|editor|following|handles|live|matching|moderation|notifications|palette|people|pictures|public-reading|recovery|registration|search|settings|shortcuts)\.spec\.ts$/
const isLong = process.env.LONG === '1'

export default defineConfig({
  projects: [
    { name: 'both widths', testIgnore: ONE_WIDTH },
    { name: 'one width', testMatch: ONE_WIDTH, grepInvert: isLong ? undefined : /1280 px/ },
  ],
  testDir: 'tests/browser',
  outputDir: 'test-results/browser',
  globalSetup: './tests/browser/build-page.ts',
  fullyParallel: true,
  workers: 2,
  // A shared machine may stall for seconds; tests that only pass on a retry are reported as flaky.
  retries: process.env.CI ? 2 : 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'line',
  use: {
    timezoneId: 'America/Los_Angeles',
    locale: 'en-US',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      chromiumSandbox: false,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node_modules/.bin/node tests/browser/code-host.ts',
    url: CODE_HOST,
    env: { PORT: new URL(CODE_HOST).port },
  },
})
