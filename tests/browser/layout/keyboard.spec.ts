import type { Page } from '@playwright/test'
import { expect, test } from '../test.ts'

async function tabTo(page: Page, role: 'link' | 'button' | 'textbox', name: string): Promise<void> {
  const target = page.getByRole(role, { name, exact: true }).first()
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${role} ${name}`)
}

test('everything can be done without a mouse', async ({ page, member }) => {
  const ada = await member()
  await ada.withProfile()
  await page.goto('/')
  // A key that is pressed before the page has rendered has no effect.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
  await tabTo(page, 'link', 'Login')
  await page.keyboard.press('Enter')

  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(ada.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(ada.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeFocused()

  await tabTo(page, 'button', 'Delete Account')
  page.once('dialog', (dialog) => dialog.dismiss())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Delete Account' })).toBeFocused()

  await page.getByRole('link', { name: 'Posts', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Posts' })).toBeFocused()
  await tabTo(page, 'textbox', 'Say Something...')
  await page.keyboard.type('Typed by keyboard')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Post Created')
  await tabTo(page, 'button', 'Like')
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Like', exact: true }).first()).toHaveText('1')
  await tabTo(page, 'button', 'Delete post')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Typed by keyboard')).toBeHidden()
  await page.getByRole('button', { name: 'Logout' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
})

test('every page has its own title', { tag: '@all' }, async ({ page, member, expectFailures }) => {
  expectFailures(/\/(nowhere|api\/profile\/me)$/)
  const ada = await member()
  const id = await ada.writePost('Titled')
  const text = `How do I [ask](https://example.com)?\n\n${'Details. '.repeat(20)}`
  const question = await ada.send<{ _id: string }>('POST', '/api/posts', { text, question: true })
  await page.goto('/')
  await expect(page).toHaveTitle('Developer Connector')
  const pages = [
    ['/login', 'Sign In'],
    ['/register', 'Sign Up'],
    ['/profiles', 'Developers'],
    ['/nowhere', 'Page not found'],
  ]
  for (const [path, title] of pages) {
    await page.goto(path ?? '')
    await expect(page).toHaveTitle(`${title} · Developer Connector`)
  }
  await ada.open(page, '/create-profile')
  await expect(page).toHaveTitle('Create Profile · Developer Connector')
  await ada.withProfile()
  const memberPages = [
    ['/dashboard', 'Dashboard'],
    ['/settings', 'Settings'],
    ['/edit-profile', 'Edit Profile'],
    ['/add-experience', 'Add Experience'],
    ['/add-education', 'Add Education'],
    ['/posts', 'Posts'],
    [`/posts/${id}`, 'Post by Ada Lin'],
    [`/posts/${question._id}`, 'How do I ask?'],
    [`/profile/${ada.id}`, 'Ada Lin'],
  ]
  for (const [path, title] of memberPages) {
    await page.goto(path ?? '')
    await expect(page).toHaveTitle(`${title} · Developer Connector`)
  }
})

test('the theme follows the system until one is chosen', async ({ page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/login')
  const dark = await background()
  await page.getByRole('button', { name: 'Use the light theme' }).click()
  await expect.poll(background).not.toBe(dark)
  const light = await background()
  await page.reload()
  await expect.poll(background).toBe(light)
  await page.getByRole('button', { name: 'Use the dark theme' }).click()
  await expect.poll(background).toBe(dark)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(background).toBe(light)
})
