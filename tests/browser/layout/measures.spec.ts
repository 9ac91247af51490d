import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { DEMO_EMAIL, DEMO_PASSWORD } from '../../../scripts/seed/write.ts'
import { type BuiltServer, startServer } from '../../../test-support/built-server.ts'
import { expect, test } from '../test.ts'

const SEED_SCRIPT = join(import.meta.dirname, '../../../scripts/seed.ts')
const POSTS = 50

let folder: string
let server: BuiltServer
let token: string

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'devconnector-measures-'))
  const DATABASE_URL = `sqlite:${join(folder, 'demo.db')}`
  const seeded = spawnSync(process.execPath, [SEED_SCRIPT], {
    env: { ...process.env, DATABASE_URL },
    encoding: 'utf8',
  })
  if (seeded.status !== 0) throw new Error(seeded.stderr)
  server = await startServer({ DATABASE_URL, AVATAR_URL: `${process.env.FAKE_CODE_HOST}/avatar` })
  const response = await fetch(`${server.base}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: DEMO_EMAIL, password: DEMO_PASSWORD }),
  })
  token = ((await response.json()) as { token: string }).token
})

test.afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

async function open(page: Page, path: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await page.addInitScript((token) => localStorage.setItem('token', token), token)
  await page.goto(server.base + path)
}

async function layOut(page: Page): Promise<void> {
  await expect(page.getByRole('article')).toHaveCount(POSTS)
  await page.locator('[data-item]').evaluateAll((all) => {
    for (const item of all as HTMLElement[]) item.style.contentVisibility = 'visible'
  })
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[values.length / 2] ?? 0

for (const { width, highest } of [
  { width: 390, highest: 150 },
  { width: 1280, highest: 135 },
]) {
  test(`at ${width} pixels the median post is at most ${highest} high`, { tag: '@all' }, async ({ page }) => {
    await open(page, '/posts', width)
    await layOut(page)
    const heights = await page
      .locator('[data-item]')
      .evaluateAll((all) => all.map((item) => item.getBoundingClientRect().height))
    expect(heights).toHaveLength(POSTS)
    expect(median(heights)).toBeLessThanOrEqual(highest)
  })
}

test('at 360 pixels the actions of every post are in one line', { tag: '@all' }, async ({ page }) => {
  await open(page, '/posts', 360)
  await layOut(page)
  const middles = await page.getByRole('article').evaluateAll((all) =>
    all.map((article) => {
      const actions = [
        ...article.querySelectorAll('[aria-label="Unlike"], [data-key="r"], [aria-label="Bookmark"]'),
      ]
      return actions.map((action) => {
        const { top, bottom } = action.getBoundingClientRect()
        return (top + bottom) / 2
      })
    }),
  )
  expect(middles.filter((row) => row.length !== 3 || new Set(row).size > 1)).toEqual([])
})

test('at 1280 by 800 pixels the first post starts at 340 at the latest', { tag: '@all' }, async ({
  page,
}) => {
  await open(page, '/posts', 1280)
  await layOut(page)
  const top = await page
    .locator('[data-item]')
    .first()
    .evaluate((post) => post.getBoundingClientRect().top)
  expect(top).toBeLessThanOrEqual(340)
})

test('the accepted answer of a question is visible without scrolling', { tag: '@all' }, async ({ page }) => {
  const response = await fetch(`${server.base}/api/posts?feed=questions&limit=100`, {
    headers: { 'x-auth-token': token },
  })
  const questions = (await response.json()) as { _id: string; solved: boolean }[]
  const solved = questions.filter(({ solved }) => solved).slice(0, 5)
  expect(solved).toHaveLength(5)
  for (const { _id } of solved) {
    await open(page, `/posts/${_id}`, 1280)
    const comments = page.getByRole('region', { name: 'Comments' })
    const answer = comments.getByRole('article').first()
    await expect(answer.getByText('Accepted answer')).toBeInViewport()
    await expect(answer.getByText('Posted on')).toBeInViewport()
    const order = await comments.evaluate(
      (list, form) => list.compareDocumentPosition(form as Node),
      await page.getByLabel('Leave a Comment!').elementHandle(),
    )
    expect(order).toBe(4)
  }
})

test('a row of a list of questions is about 84 pixels high', { tag: '@all' }, async ({ page }) => {
  await open(page, '/posts?feed=questions', 1280)
  await layOut(page)
  const heights = await page
    .locator('[data-item]')
    .evaluateAll((all) => all.map((item) => item.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThanOrEqual(90)
})
