import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { Community } from '../community.ts'
import { expect, test } from '../test.ts'

const WAITING = 'Your registration is waiting for approval'

let community: Community
test.describe.configure({ mode: 'serial', timeout: 120_000 })
test.beforeAll(async () => {
  community = await Community.start()
  await community.change({ approval: true })
})
test.afterAll(() => community.stop())

async function register(page: Page, name: string, note?: string): Promise<void> {
  await page.locator('[name=name]').fill(name)
  await page.locator('[name=email]').fill(emailOf(name))
  await page.locator('[name=password]').fill('correct horse')
  await page.locator('[name=password2]').fill('correct horse')
  if (note) await page.getByLabel('Why do you want to join?').fill(note)
  await page.locator('form button').first().click()
}

const emailOf = (name: string) => `${name.toLowerCase().replace(' ', '.')}@example.com`

async function signIn(page: Page, name: string): Promise<void> {
  await page.locator('[name=email]').fill(emailOf(name))
  await page.locator('[name=password]').fill('correct horse')
  await page.getByRole('button', { name: 'Login' }).click()
}

test('whoever registers waits until a moderator approves', async ({ page, otherPage, expectFailures }) => {
  expectFailures(/\/api\/(auth|profile\/me)$/)
  await community.open(page, '/register')
  await expectAccessible(page)
  await register(page, 'Grace Lee', 'I maintain a compiler.')
  await expect(page.getByText(WAITING)).toBeVisible()
  await expect(page.locator('form')).toHaveCount(0)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expect(page.getByRole('link', { name: 'Register' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign In' }).click()
  await signIn(page, 'Grace Lee')
  await expect(page.getByRole('alert')).toHaveText(WAITING)

  await community.open(otherPage, '/notifications', community.admin)
  await otherPage.getByRole('link', { name: 'A registration is waiting for approval' }).click()
  await expect(otherPage).toHaveURL(`${community.base}/admin#registrations`)
  await expect(otherPage.getByRole('link', { name: 'Registrations 1' })).toBeVisible()
  await expect(otherPage.getByText('I maintain a compiler.')).toBeVisible()
  await expectAccessible(otherPage)
  await expectNoSidewaysScroll(otherPage)
  await otherPage.getByRole('button', { name: 'Approve Grace Lee' }).click()
  await expect(otherPage.getByText('No one is waiting for approval')).toBeVisible()

  await signIn(page, 'Grace Lee')
  await expect(page.getByText('Welcome Grace Lee')).toBeVisible()
})

test('a moderator who rejects a registration is asked first, and the email may register again', async ({
  page,
  otherPage,
}) => {
  await community.open(page, '/register')
  await register(page, 'Spam Bot')
  await expect(page.getByText(WAITING)).toBeVisible()

  await community.open(otherPage, '/admin#registrations', community.admin)
  const reject = otherPage.getByRole('button', { name: 'Reject… Spam Bot' })
  await reject.click()
  await expectAccessible(otherPage)
  await otherPage.getByRole('button', { name: 'Cancel' }).click()
  await reject.click()
  await otherPage.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(otherPage.getByText('No one is waiting for approval')).toBeVisible()

  await community.open(page, '/register')
  await register(page, 'Spam Bot')
  await expect(page.getByText(WAITING)).toBeVisible()
})

test('an invitation needs no approval', async ({ page, expectFailures }) => {
  expectFailures(/\/api\/profile\/me$/)
  const { url } = await community.admin.send<{ url: string }>('POST', '/api/invitations', {})
  await page.goto(url)
  await register(page, 'Ines Invited')
  await expect(page.getByText('Welcome Ines Invited')).toBeVisible()
})

test('without approval there is no note to write', async ({ page }) => {
  await community.change({ approval: false })
  await community.open(page, '/register')
  await expect(page.locator('form [name]')).toHaveCount(4)
})
