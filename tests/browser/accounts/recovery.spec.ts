import type { Page } from '@playwright/test'
import { spawnServer, stopProcess } from '../../../test-support/built-server.ts'
import { freePort } from '../../../test-support/free-port.ts'
import { MailServer } from '../../mail-server.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { Community } from '../community.ts'
import { expect, test } from '../test.ts'

const WIDTHS = [390, 1280]
test.describe.configure({ timeout: 120_000 })

async function linkIn(mail: MailServer, to: string, path: string, mails = 1): Promise<string> {
  const link = new RegExp(`https?://\\S*${path}#[\\w-]+`)
  const links = () =>
    mail.received.filter((one) => one.to.includes(to)).flatMap(({ text }) => text.match(link)?.[0] ?? [])
  await expect.poll(() => links().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(mails)
  return links().at(-1) ?? ''
}

const expectNoCode = (page: Page) => expect.poll(() => new URL(page.url()).hash).toBe('')

test.describe('where mail is set up', () => {
  const mail = new MailServer()
  let community: Community
  test.beforeAll(async () => {
    await mail.start()
    community = await Community.start((base) => ({ ...mail.settings, PUBLIC_URL: base }))
  })
  test.afterAll(async () => {
    await community.stop()
    await mail.stop()
  })

  for (const width of WIDTHS) {
    test(`at ${width} px a forgotten password is replaced by a link that came by mail`, {
      tag: '@all',
    }, async ({ page, expectFailures }) => {
      // The link works once, and a newcomer has no profile.
      expectFailures(/\/api\/(auth\/reset|profile\/me)$/)
      await page.setViewportSize({ width, height: 800 })
      const ada = await community.member('Ada Lin')
      await community.open(page, '/login')
      await page.getByRole('link', { name: 'Forgot your password?' }).click()
      await expectAccessible(page)
      await page.getByLabel('Email').fill(ada.email)
      await page.getByRole('button', { name: 'Send link' }).click()
      await expect(page.getByRole('status')).toContainText('is on its way')

      const link = await linkIn(mail, ada.email, '/reset-password')
      await page.goto(link)
      await expect(page.getByLabel('New password')).toBeVisible()
      await expectNoCode(page)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await page.getByLabel('New password').fill('battery staple')
      await page.getByRole('button', { name: 'Set password' }).click()
      await expect(page).toHaveURL(`${community.base}/dashboard`)
      await expect(page.getByText('Welcome Ada Lin')).toBeVisible()

      await page.goto(link)
      await page.getByLabel('New password').fill('something else')
      await page.getByRole('button', { name: 'Set password' }).click()
      await expect(page.getByText('This link has expired or was already used')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    })

    test(`at ${width} px a new email counts once its link is opened`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      const kofi = await community.member('Kofi Mensah')
      await community.open(page, '/settings', kofi)
      await expect(page.getByText("isn't confirmed yet")).toBeVisible()
      await page.getByRole('button', { name: 'Send again' }).click()
      await page.goto(await linkIn(mail, kofi.email, '/confirm-email', 2))
      await expect(page.getByText('Your email is confirmed')).toBeVisible()
      await expectNoCode(page)
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Go to settings' }).click()
      const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Change email' }) })
      const email = `new-${width}-${kofi.email}`
      await form.getByLabel('Email').fill(email)
      await form.getByLabel('Your password').fill(kofi.password)
      await form.getByRole('button', { name: 'Change email' }).click()
      await expect(page.getByText('Check your new address for a confirmation link')).toBeVisible()
      await page.goto(await linkIn(mail, email, '/confirm-email'))
      await expect(page.getByText('Your email is confirmed')).toBeVisible()
      await page.getByRole('link', { name: 'Go to settings' }).click()
      await expect(form.getByLabel('Email')).toHaveValue(email)
    })
  }

  test('members choose what comes by mail', async ({ page }) => {
    const mei = await community.member('Mei Tan')
    await community.open(page, '/settings/notifications', mei)
    const likes = page.getByLabel('Likes on your posts')
    await expect(likes).toHaveValue('never')
    await likes.selectOption('Immediately')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Notification Settings Saved' })).toBeVisible()
    await page.reload()
    await expect(likes).toHaveValue('at-once')
    await expectAccessible(page)
  })
})

test('without mail nothing that needs it is offered, and a link without its code says so', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toHaveCount(0)
  for (const path of ['/reset-password', '/confirm-email', '/setup']) {
    await page.goto(path)
    await expect(page.getByText('This link is incomplete.')).toBeVisible()
  }
})

test('the first start prints a link that names the community and makes its first admin', {
  tag: '@all',
}, async ({ page, expectFailures }) => {
  const port = await freePort()
  const AVATAR_URL = `${process.env.FAKE_CODE_HOST}/avatar`
  const settings = { DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'info', AVATAR_URL }
  const server = spawnServer(port, settings, ['ignore', 'pipe', 'inherit'])
  let log = ''
  server.stdout?.on('data', (chunk) => {
    log += chunk
  })
  const link = () => log.match(/http:\/\/localhost:\d+\/setup#[\w-]+/)?.[0] ?? ''
  await expect.poll(link).not.toBe('')
  await page.goto(link())
  await expectNoCode(page)
  await expectAccessible(page)
  await page.getByLabel('Community name').fill('Rust in Porto')
  await page.getByLabel('Your name').fill('Ada Lin')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('link', { name: 'Rust in Porto' })).toBeVisible()
  await expect(page).toHaveTitle(/ · Rust in Porto$/)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.goto(`http://localhost:${port}/`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rust in Porto')

  expectFailures(/\/api\/setup$/)
  await page.goto(link())
  await page.getByLabel('Community name').fill('Stolen')
  await page.getByLabel('Your name').fill('Mallory')
  await page.getByLabel('Email').fill('mallory@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByText('This link has expired: Ada Lin is already an admin')).toBeVisible()
  // A live page would call the server while it stops.
  await page.goto('about:blank')
  await stopProcess(server)
})
