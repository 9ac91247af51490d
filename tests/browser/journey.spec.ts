import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

test('a member goes from registration to the deleted account', async ({ page, expectFailures }) => {
  test.slow()
  // The profile call returns 404 until there is a profile.
  expectFailures(/\/api\/profile\/me$/)
  // The page reads a liked post again, which may be deleted by then.
  expectFailures(/\/api\/posts\/[\da-f-]{36}$/)
  // The page may hear of deleted posts while the account is being deleted.
  // When a call is refused, it checks whether it is still signed in.
  expectFailures(/\/api\/(posts|auth)$/)
  const email = `${randomUUID()}@example.com`

  await test.step('registers from the landing page', async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Developer Connector' })).toBeVisible()
    await expect(
      page.getByText('Create a developer profile/portfolio, share posts and get help from other developers'),
    ).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
    await expect(page.getByRole('heading', { name: 'Sign Up' })).toBeVisible()
    await page.locator('[name=name]').fill('Ada Lin')
    await page.locator('[name=email]').fill(email)
    await page.locator('[name=password]').fill('secret12')
    await page.locator('[name=password2]').fill('secret12')
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByText('Welcome Ada Lin')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeTruthy()
  })

  await test.step('creates a profile', async () => {
    await expect(page.getByText('You have not yet set up a profile, please add some info')).toBeVisible()
    await expect(page.getByText('Experience Credentials')).toBeHidden()
    await page.getByRole('link', { name: 'Create Profile' }).click()
    await expect(page).toHaveURL('/create-profile')
    await page.locator('[name=status]').selectOption('Senior Developer')
    await page.locator('[name=company]').fill('Northwind')
    await page.locator('[name=website]').fill('ada.dev')
    await page.locator('[name=location]').fill('Lisbon')
    await page.locator('[name=skills]').fill('HTML, CSS,,  Rust ,SQL,Go')
    await page.locator('[name=githubusername]').fill('octo')
    await page.locator('[name=bio]').fill('I build tools.\nSee https://ada.dev/notes.')
    await expect(page.locator('[name=twitter]')).toHaveCount(0)
    await page.getByRole('button', { name: 'Add Social Network Links' }).click()
    await page.locator('[name=twitter]').fill('ada')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(alert(page, 'Profile Created')).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
  })

  await test.step('edits it and stays', async () => {
    await page.getByRole('link', { name: 'Edit Profile' }).click()
    await expect(page.locator('[name=skills]')).toHaveValue('HTML,CSS,Rust,SQL,Go')
    await expect(page.locator('[name=status]')).toHaveValue('Senior Developer')
    await expect(page.locator('[name=website]')).toHaveValue('https://ada.dev')
    await page.getByRole('button', { name: 'Add Social Network Links' }).click()
    await expect(page.locator('[name=twitter]')).toHaveValue('https://twitter.com/ada')
    await page.locator('[name=company]').fill('Contoso')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(alert(page, 'Profile Updated')).toBeVisible()
    await expect(page).toHaveURL('/edit-profile')
    await page.getByRole('link', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/dashboard')
  })

  await test.step('adds experience and education', async () => {
    await page.getByRole('link', { name: 'Add Experience' }).click()
    await page.locator('[name=title]').fill('Engineer')
    await page.locator('[name=company]').fill('Contoso')
    await page.locator('[name=from]').fill('2020-01-01')
    await page.locator('[name=to]').fill('2021-01-01')
    await page.locator('[name=current]').check()
    await expect(page.locator('[name=to]')).toBeDisabled()
    await expect(page.locator('[name=to]')).toHaveValue('')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(alert(page, 'Experience Added')).toBeVisible()
    await expect(page).toHaveURL('/dashboard')

    await page.getByRole('link', { name: 'Add Education' }).click()
    await page.locator('[name=school]').fill('Coimbra')
    await page.locator('[name=degree]').fill('MSc')
    await page.locator('[name=fieldofstudy]').fill('Mathematics')
    await page.locator('[name=from]').fill('2012-03-01')
    await page.locator('[name=to]').fill('2016-12-31')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(alert(page, 'Education Added')).toBeVisible()
    await expect(page).toHaveURL('/dashboard')

    const experience = page.getByRole('table').first()
    const education = page.getByRole('table').last()
    await expect(page.getByRole('heading', { name: 'Experience Credentials' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Education Credentials' })).toBeVisible()
    await expect(experience.getByRole('row').last()).toHaveText('ContosoEngineer2020/01/01 - NowDelete')
    await expect(education.getByRole('row').last()).toHaveText('CoimbraMSc2012/03/01 - 2016/12/31Delete')
    await expect(experience.getByRole('columnheader')).toHaveText(['Company', 'Title', 'Years', 'Action'])
    await expect(education.getByRole('columnheader')).toHaveText(['School', 'Degree', 'Years', 'Action'])
  })

  await test.step('is found among the developers', async () => {
    await page.getByRole('link', { name: 'Developers' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Developers' })).toBeVisible()
    const card = page.getByRole('listitem').filter({ hasText: 'Senior Developer at Contoso' }).first()
    await expect(card).toContainText('Lisbon')
    await expect(card.getByRole('listitem')).toHaveText(['HTML', 'CSS', 'Rust', 'SQL'])
    await card.getByRole('link', { name: 'View Profile' }).click()
    await expect(page).toHaveURL(/\/profile\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('link', { name: 'Edit Profile' })).toHaveAttribute('href', '/edit-profile')
  })

  await test.step('posts, likes, discusses and cleans up', async () => {
    await page.getByRole('link', { name: 'Posts', exact: true }).click()
    await page.getByLabel('Say Something...').fill('Hello\nworld')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(alert(page, 'Post Created')).toBeVisible()
    await expect(page.getByLabel('Say Something...')).toHaveValue('')
    const post = page.getByRole('article').first()
    await expect(post).toContainText('Hello\nworld', { useInnerText: true })
    await post.getByRole('button', { name: 'Like', exact: true }).click()
    await expect(post.getByRole('button', { name: 'Like', exact: true })).toHaveText('1')
    await post.getByRole('link', { name: 'Discussion' }).click()
    await page.getByLabel('Leave a Comment!').fill('My own comment')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(alert(page, 'Comment Added')).toBeVisible()
    await page.getByRole('button', { name: 'Delete comment' }).click()
    await expect(alert(page, 'Comment Removed')).toBeVisible()
    await expect(page.getByText('My own comment')).toBeHidden()
    await page.getByRole('link', { name: 'Back To Posts' }).click()
    await page.getByRole('article').first().getByRole('button', { name: 'Delete post' }).click()
    await expect(alert(page, 'Post Removed')).toBeVisible()
    await expect(page.getByText('Hello\nworld')).toBeHidden()
  })

  await test.step('removes credentials and then the account', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('table').first().getByRole('button', { name: 'Delete' }).click()
    await expect(alert(page, 'Experience Removed')).toBeVisible()
    await page.getByRole('table').last().getByRole('button', { name: 'Delete' }).click()
    await expect(alert(page, 'Education Removed')).toBeVisible()

    const requestedPaths: string[] = []
    page.once('dialog', (dialog) => {
      requestedPaths.push(dialog.message())
      void dialog.dismiss()
    })
    await page.getByRole('button', { name: 'Delete Account' }).click()
    expect(requestedPaths).toEqual(['Are you sure? This can NOT be undone'])
    await expect(page.getByText('Welcome Ada Lin')).toBeVisible()
    page.once('dialog', (dialog) => dialog.accept())
    await page.getByRole('button', { name: 'Delete Account' }).click()
    await expect(alert(page, 'Your account has been permanently deleted')).toBeVisible()
    await expect(page).toHaveURL('/login')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })

  await test.step('cannot log in any more', async () => {
    await page.locator('[name=email]').fill(email)
    await page.locator('[name=password]').fill('secret12')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.locator('.alert-danger')).toHaveText('Invalid Credentials')
  })
})
