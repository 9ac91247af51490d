import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnServer, startServer, stopProcess } from '../../../test-support/built-server.ts'
import { freePort } from '../../../test-support/free-port.ts'
import { GitHub } from '../../github.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { Community } from '../community.ts'
import { expect, test } from '../test.ts'

const github = new GitHub()
const unreachable = (numbers: number[]) =>
  Object.fromEntries(
    numbers.flatMap((number) => {
      const prefix = number === 1 ? 'OIDC' : `OIDC_${number}`
      return [
        [`${prefix}_ISSUER`, `https://sign-in-${number}.example`],
        [`${prefix}_CLIENT_ID`, 'id'],
        [`${prefix}_NAME`, `Provider ${number}`],
      ]
    }),
  )

test.beforeAll(() => github.start())
test.afterAll(() => github.stop())

for (const passwords of ['on', 'off']) {
  for (const others of [[], [1, 2], [1, 2, 3, 4]]) {
    test(`the forms show ${others.length + 1} providers, with passwords ${passwords}`, async ({ page }) => {
      const settings = { ...github.settings, ...unreachable(others), PASSWORD_SIGN_IN: passwords }
      const server = await startServer({ DATABASE_URL: 'sqlite::memory:', ...settings })
      for (const path of ['/login', '/register']) {
        await page.goto(server.base + path)
        await expect(page.getByRole('link', { name: /^Sign in with / })).toHaveCount(others.length + 1)
        await expect(page.locator('[name=password]')).toHaveCount(passwords === 'on' ? 1 : 0)
        await expectAccessible(page)
        for (const width of [320, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          await expectNoSidewaysScroll(page)
        }
      }
      // The page may still be loading parts of it.
      await page.close()
      await server.stop()
    })
  }
}

test('without passwords, the setup link makes the next sign-in admin', async ({ page, expectFailures }) => {
  expectFailures(/\/api\/profile\/me$/)
  const folder = mkdtempSync(join(tmpdir(), 'devconnector-browser-'))
  const DATABASE_URL = `sqlite:${join(folder, 'community.db')}`
  const port = await freePort()
  const AVATAR_URL = `${process.env.FAKE_CODE_HOST}/avatar`
  const settings = { ...github.settings, DATABASE_URL, AVATAR_URL }
  const environment = { ...settings, PASSWORD_SIGN_IN: 'off', LOG_LEVEL: 'info' }
  const server = spawnServer(port, environment, ['ignore', 'pipe', 'inherit'])
  let log = ''
  server.stdout?.on('data', (chunk) => {
    log += chunk
  })
  const link = () => log.match(/http:\/\/localhost:\d+\/setup#[\w-]+/)?.[0] ?? ''
  await expect.poll(link).not.toBe('')
  const base = new URL(link()).origin
  github.add('chief', 3)
  github.visitor = 'chief'
  await page.goto(link())
  await expect(page.getByText('Sign in to become the first admin.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign in with GitHub' }).click()
  await expect(page).toHaveURL(`${base}/dashboard`)
  await page.goto(`${base}/admin#members`)
  await expect(page.getByText('chief@example.com').first()).toBeVisible()
  await page.goto(`${base}/settings`)
  await expect(page.getByRole('heading', { name: 'Connected accounts' })).toBeVisible()
  await expect(page.getByLabel('Current password')).toHaveCount(0)
  await stopProcess(server)
  rmSync(folder, { recursive: true, force: true })
})

test('GitHub offers the username, marks it as verified, and is connected in the settings', async ({
  page,
  expectFailures,
}) => {
  expectFailures(/\/api\/profile\/(me|github\/ada)$/)
  const community = await Community.start(() => github.settings)
  github.add('ada', 1)
  github.visitor = 'ada'
  await community.open(page, '/login')
  await page.getByRole('link', { name: 'Sign in with GitHub' }).click()
  await expect(page).toHaveURL(`${community.base}/dashboard`)
  await page.goto(`${community.base}/create-profile`)
  await expect(page.getByLabel('Github Username')).toHaveValue('ada')
  await page.getByLabel('Professional Status').selectOption('Developer')
  await page.getByLabel('Skills').fill('Rust,')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(`${community.base}/dashboard`)
  for (const path of ['/profiles', '/@ada']) {
    await page.goto(community.base + path)
    await expect(page.getByRole('img', { name: 'Verified on GitHub' })).toBeVisible()
    await expectAccessible(page)
  }

  github.add('ada-at-work', 2)
  github.visitor = 'ada-at-work'
  await page.goto(`${community.base}/settings`)
  await page.getByRole('button', { name: 'Connect GitHub' }).click()
  const connected = page.locator('section').filter({ hasText: 'Connected accounts' })
  await expect(connected.getByRole('listitem')).toHaveCount(2)
  await expect(page).toHaveURL(`${community.base}/settings`)
  await expectAccessible(page)
  github.visitor = ''
  await page.getByRole('button', { name: 'Connect GitHub' }).click()
  await expect(connected.getByRole('status')).toContainText("didn't work")
  await community.stop()
})
