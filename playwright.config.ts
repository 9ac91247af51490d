import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.ts'
import { freePort } from './test-support/free-port.ts'

// The first process sets these once, and the workers inherit them.
process.env.FAKE_CODE_HOST ??= `http://127.0.0.1:${await freePort()}`
process.env.CHROMIUM_PATH ||= findChromium()
const { FAKE_CODE_HOST, CHROMIUM_PATH } = process.env

// Only `npm run test:rest` runs other widths and tests that are tagged as long.
const REST = /(320|1280) px|@all/

export default defineConfig({
  projects: [
    { name: 'page', outputDir: 'test-results/page', grepInvert: REST },
    { name: 'rest', outputDir: 'test-results/rest', grep: REST },
  ],
  testDir: 'tests/browser',
  globalSetup: './tests/browser/page-build.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'line',
  use: {
    // Otherwise an action on a missing element would wait until the test times out.
    actionTimeout: 30_000,
    timezoneId: 'America/Los_Angeles',
    locale: 'en-US',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: CHROMIUM_PATH,
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
    url: FAKE_CODE_HOST,
    env: { PORT: new URL(FAKE_CODE_HOST).port },
  },
})
