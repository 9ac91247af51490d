import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import sharp from 'sharp'
import { findChromium } from './chromium.ts'
import { DEMO_EMAIL, DEMO_PASSWORD } from './seed/write.ts'

type Screenshot = { file: string; path: string; heading: string; height: number }

const FOLDER = 'docs/images'
const SCREENSHOTS: Screenshot[] = [
  { file: 'feed.png', path: '/posts', heading: 'Posts', height: 860 },
  { file: 'profile.png', path: '/@ada-byrne', heading: 'Ada Byrne', height: 860 },
  { file: 'admin.png', path: '/admin', heading: 'Admin', height: 500 },
]
const WIDTH = 1280

const folder = mkdtempSync(join(tmpdir(), 'devconnector-screenshots-'))
const environment = {
  ...process.env,
  DATABASE_URL: `sqlite:${join(folder, 'demo.db')}`,
  PORT: '0',
  LOG_LEVEL: 'info',
  GITHUB_API_URL: 'http://127.0.0.1:9',
  AVATAR_URL: 'http://127.0.0.1:9',
}
runScript('seed.ts')
runScript('admin.ts', DEMO_EMAIL)
const server = spawn(process.execPath, ['dist/server/launch.js'], {
  env: environment,
  stdio: ['ignore', 'pipe', 'inherit'],
})
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
try {
  await takeScreenshots(browser, await addressOf(server))
} finally {
  await browser.close()
  server.kill()
  rmSync(folder, { recursive: true })
}

function runScript(file: string, ...args: string[]): void {
  execFileSync(process.execPath, [join(import.meta.dirname, file), ...args], { env: environment })
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  for await (const chunk of stdout ?? []) {
    const address = /is at (http:\/\/[^\s"]+)/.exec(String(chunk))?.[1]
    if (address) return address
  }
  throw new Error('The server did not start.')
}

async function takeScreenshots(browser: Browser, base: string): Promise<void> {
  const page = await browser.newPage({ baseURL: base, colorScheme: 'light', deviceScaleFactor: 2 })
  await page.goto('/login')
  await page.getByLabel('Email').fill(DEMO_EMAIL)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/dashboard')
  for (const { file, path, heading, height } of SCREENSHOTS) {
    await page.setViewportSize({ width: WIDTH, height })
    await page.goto(path)
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    // The second font and the event stream load after the content.
    await page.waitForTimeout(1_500)
    const png = await page.screenshot()
    await sharp(png).png({ palette: true }).toFile(join(FOLDER, file))
    console.log(`Wrote ${join(FOLDER, file)}`)
  }
}
