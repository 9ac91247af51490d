import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '../scripts/chromium.ts'
import { startServer } from '../test-support/built-server.ts'
import { createDatabase, fillDatabase } from './databases.ts'
import { createFixture, type Fixture } from './fixture.ts'

// Lighthouse's mid-range phone on a slow mobile network.
const NETWORK = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 92_160 }
const CPU_SLOWDOWN = 4
const ROUNDS = 3
const FEED_POSTS = 500

// Under Playwright's inspector, V8 parses a script again for every Error created while it loads.
// This flag keeps the line numbers instead, so that the measurement is like a visitor's.
const BROWSER_ARGS = ['--no-sandbox', '--js-flags=--no-enable-lazy-source-positions']

type PageResult = { name: string; paint: number; blocking: number; shift: number; kilobytes: number }
type PageReport = { pages: PageResult[]; longestTask: number }

type Vitals = { paint: number; shift: number; tasks: number[] }
declare global {
  interface Window {
    vitals: Vitals
  }
}

export async function measurePages(): Promise<PageReport> {
  const database = await createDatabase('sqlite')
  await fillDatabase(database, { users: 1_000, posts: 1_000 }, 'Filling sqlite')
  const server = await startServer({ DATABASE_URL: database.url })
  const browser = await chromium.launch({ executablePath: findChromium(), args: BROWSER_ARGS })
  try {
    const fixture = await createFixture(server.base)
    const pages: PageResult[] = []
    for (const { name, path, token } of routes(fixture)) {
      const rounds: PageResult[] = []
      for (let round = 0; round < ROUNDS; round++) {
        rounds.push({ name, ...(await measureFirstLoad(browser, `${server.base}${path}`, token)) })
      }
      const [, median] = rounds.sort((a, b) => a.paint - b.paint)
      if (median) pages.push(median)
    }
    return { pages, longestTask: await longestFeedTask(browser, server.base, fixture) }
  } finally {
    await browser.close()
    await server.stop()
    await database.remove()
  }
}

function routes({ tokens, userIds }: Fixture) {
  return [
    { name: 'landing page', path: '/' },
    { name: 'feed', path: '/posts', token: tokens[0] },
    { name: 'profile', path: `/profile/${userIds[0]}` },
  ]
}

async function measureFirstLoad(browser: Browser, url: string, token: string | undefined) {
  const page = await openPage(browser, token)
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', NETWORK)
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  let bytes = 0
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  // On a slow machine the network may be idle before the page is painted.
  await page.waitForFunction(() => window.vitals.paint > 0)
  const { paint, shift, tasks } = await page.evaluate(() => window.vitals)
  const blocking = tasks.reduce((sum, task) => sum + Math.max(0, task - 50), 0)
  await page.context().close()
  return { paint, blocking, shift, kilobytes: bytes / 1024 }
}

async function longestFeedTask(browser: Browser, base: string, { tokens }: Fixture): Promise<number> {
  const page = await openPage(browser, tokens[0])
  await page.goto(`${base}/posts`, { waitUntil: 'networkidle' })
  const posts = page.getByText(/^Posted on/)
  for (
    let visiblePosts = await posts.count();
    visiblePosts < FEED_POSTS;
    visiblePosts = await posts.count()
  ) {
    await page.getByRole('button', { name: 'Load more' }).click()
    await page.waitForFunction(
      (previous) => document.querySelectorAll('time').length > previous,
      visiblePosts,
    )
  }
  const { tasks } = await page.evaluate(() => window.vitals)
  await page.context().close()
  return Math.max(0, ...tasks)
}

export async function openPage(browser: Browser, token: string | undefined): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  // The avatar service is not measured and may be unreachable.
  await page.route(/gravatar\.com/, (route) => route.abort())
  // With an open stream, the network would never be idle.
  await page.route('**/api/events', (route) => route.fulfill({ status: 404 }))
  await page.addInitScript((storedToken) => {
    if (storedToken) localStorage.setItem('token', storedToken)
    const vitals: Vitals = { paint: 0, shift: 0, tasks: [] }
    window.vitals = vitals
    const observe = (type: string, onEntry: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({ type, buffered: true })
    observe('largest-contentful-paint', (entry) => {
      vitals.paint = entry.startTime
    })
    observe('layout-shift', (entry) => {
      vitals.shift += 'value' in entry ? Number(entry.value) : 0
    })
    observe('longtask', (entry) => vitals.tasks.push(entry.duration))
  }, token)
  return page
}

export function pageTable({ pages, longestTask }: PageReport): string {
  return [
    `First load on a 390 px screen, CPU ${CPU_SLOWDOWN} times slower, 1.6 Mbit/s with 150 ms of latency; the median of ${ROUNDS}.`,
    '',
    '| page | largest paint | blocking time | layout shift | transferred |',
    '|---|--:|--:|--:|--:|',
    ...pages.map(
      ({ name, paint, blocking, shift, kilobytes }) =>
        `| ${name} | ${Math.round(paint)} ms | ${Math.round(blocking)} ms | ${shift.toFixed(3)} | ${Math.round(kilobytes)} KB |`,
    ),
    '',
    longestTask === 0
      ? `The feed grows to ${FEED_POSTS} posts without a task of over 50 ms at full speed.`
      : `While the feed grows to ${FEED_POSTS} posts at full speed, the longest task takes ${Math.round(longestTask)} ms.`,
  ].join('\n')
}
