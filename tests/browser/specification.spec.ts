import { type ConsoleMessage, expect, type Page, test } from '@playwright/test'
import { type Manner, SpecificationServer } from './specification-server.ts'

const manners: Record<string, Manner> = {
  'refuses where there is no profile, answers deletions with nothing, and leaves out what is empty': {
    noProfile: 'refused',
    deletions: 'empty',
    unknownCalls: 401,
    lean: true,
  },
  'answers null where there is no profile, and does not answer what it does not know': {
    noProfile: 'null',
    deletions: 'text',
    unknownCalls: 'no answer',
    lean: false,
  },
}

/** Errors and logs of the page, except failed calls, which the browser itself reports. */
function watch(page: Page): string[] {
  const noise: string[] = []
  page.on('pageerror', (error) => noise.push(String(error.stack)))
  page.on('console', (message: ConsoleMessage) => {
    const isReport = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isReport) noise.push(message.text())
  })
  return noise
}

const alert = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: text }).and(page.locator('.alert.alert-success'))

for (const [how, manner] of Object.entries(manners)) {
  test(`the page works on a server that implements only the specification and ${how}`, async ({ page }) => {
    test.slow()
    const server = new SpecificationServer(manner)
    const site = await server.start()
    const noise = watch(page)
    const go = (path: string) => page.goto(`${site}${path}`)
    const fill = (name: string, value: string) => page.locator(`[name=${name}]`).fill(value)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

    await test.step('registers', async () => {
      await go('/')
      await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
      await fill('name', 'Ada Byrne')
      await fill('email', 'ada@example.com')
      await fill('password', 'secret12')
      await fill('password2', 'secret12')
      await press('Register')
      await expect(page).toHaveURL(`${site}/dashboard`)
      await expect(page.getByText('Welcome Ada Byrne')).toBeVisible()
    })

    await test.step('has no profile yet, and no Delete Account button on the dashboard', async () => {
      await expect(page.getByText('You have not yet set up a profile, please add some info')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Delete Account' })).toHaveCount(0)
      await go('/edit-profile')
      await expect(page.getByRole('heading', { name: 'Edit Profile' })).toBeVisible()
      await expect(page.locator('[name=status]')).toHaveValue('0')
      await expect(page).toHaveURL(`${site}/edit-profile`)
    })

    await test.step('creates a profile with only the required fields', async () => {
      await go('/create-profile')
      await page.locator('[name=status]').selectOption({ value: 'Developer' })
      await fill('skills', 'HTML, CSS')
      await press('Submit')
      await expect(alert(page, 'Profile Created')).toBeVisible()
      await expect(page).toHaveURL(`${site}/dashboard`)
      const rows = page.locator('tbody tr')
      await expect(page.getByRole('table')).toHaveCount(2)
      await expect(rows).toHaveCount(0)
      await expect(page.getByText(/No (experience|education) credentials/)).toHaveCount(0)
      await page.reload()
      await expect(page.getByRole('table')).toHaveCount(2)
    })

    await test.step('opens it from the list of developers', async () => {
      await page.getByRole('link', { name: 'Developers' }).click()
      await page.getByRole('link', { name: 'View Profile' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Byrne')
      await expect(page.getByText('No experience credentials')).toBeVisible()
      await expect(page.getByText('No education credentials')).toBeVisible()
      await expect(page.locator('main img').first()).toBeVisible()
      await page.getByRole('link', { name: 'Edit Profile' }).click()
    })

    await test.step('changes it, with social links that a folded block keeps', async () => {
      await expect(page.locator('[name=skills]')).toHaveValue('HTML,CSS')
      await expect(page.locator('[name=twitter]')).toHaveCount(0)
      await press('Add Social Network Links')
      await fill('twitter', 'https://twitter.com/ada')
      await press('Add Social Network Links')
      await expect(page.locator('[name=twitter]')).toHaveCount(0)
      await fill('githubusername', 'ada')
      await fill('bio', 'I build tools.')
      await press('Submit')
      await expect(alert(page, 'Profile Updated')).toBeVisible()
      await press('Add Social Network Links')
      await expect(page.locator('[name=twitter]')).toHaveValue('https://twitter.com/ada')
      await go('/create-profile')
      await expect(page.locator('[name=bio]')).toHaveValue('I build tools.')
      await expect(page).toHaveURL(`${site}/create-profile`)
    })

    await test.step('adds a current job and a finished school', async () => {
      await go('/add-experience')
      await fill('title', 'Engineer')
      await fill('company', 'Contoso')
      await fill('from', '2020-01-02')
      await page.locator('[name=current]').check()
      await press('Submit')
      await expect(alert(page, 'Experience Added')).toBeVisible()
      await go('/add-education')
      await fill('school', 'Coimbra')
      await fill('degree', 'MSc')
      await fill('from', '2012-03-01')
      await fill('to', '2016-12-31')
      await press('Submit')
      await expect(alert(page, 'Education Added')).toBeVisible()
      await expect(page.locator('tbody tr').first()).toHaveText('ContosoEngineer2020/01/02 - NowDelete')
      await expect(page.locator('tbody tr').last()).toHaveText('CoimbraMSc2012/03/01 - 2016/12/31Delete')
    })

    await test.step('shows all of it on the profile', async () => {
      await page.getByRole('link', { name: 'Developers' }).click()
      await page.getByRole('link', { name: 'View Profile' }).click()
      await expect(page.getByText("Ada's Bio")).toBeVisible()
      await expect(page.getByText('2020/01/02 - Now')).toBeVisible()
      await expect(page.getByRole('link', { name: 'repo-of-ada' })).toBeVisible()
      await expect(page.getByText('Stars: 3')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Twitter' })).toBeVisible()
    })

    await test.step('posts, likes and discusses, with counts from the lists themselves', async () => {
      await page.getByRole('link', { name: 'Posts', exact: true }).click()
      await fill('text', 'Hello everyone')
      await press('Submit')
      await expect(alert(page, 'Post Created')).toBeVisible()
      const post = page.getByRole('article').filter({ hasText: 'Hello everyone' })
      const like = post.getByRole('button', { name: 'Like', exact: true })
      await expect(like).toHaveText('')
      await like.click()
      await expect(like).toHaveText('1')
      await post.getByRole('link', { name: 'Discussion' }).click()
      await fill('text', 'Welcome!')
      await press('Submit')
      await expect(alert(page, 'Comment Added')).toBeVisible()
      await go('/posts')
      await expect(like).toHaveText('1')
      await expect(post.getByRole('link', { name: 'Discussion' })).toHaveText('Discussion1')
      await post.getByRole('button', { name: 'Unlike' }).click()
      await expect(like).toHaveText('')
      await post.getByRole('link', { name: 'Discussion' }).click()
      await press('Delete comment')
      await expect(alert(page, 'Comment Removed')).toBeVisible()
      await expect(page.getByText('Welcome!')).toHaveCount(0)
      await page.getByRole('link', { name: 'Back To Posts' }).click()
      await press('Delete post')
      await expect(alert(page, 'Post Removed')).toBeVisible()
      await expect(page.getByText('Hello everyone')).toHaveCount(0)
    })

    await test.step('shows "not found" for missing things', async () => {
      await go('/posts/nothing')
      await expect(page.getByRole('heading', { name: 'Post not found' })).toBeVisible()
      await go('/profile/nobody')
      await expect(page.getByRole('heading', { name: 'Profile not found' })).toBeVisible()
    })

    await test.step('stays signed in when calls beyond the specification fail', async () => {
      await go('/settings')
      await expect(page.getByText('The list could not be loaded.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
      await expect(page).toHaveURL(`${site}/settings`)
    })

    await test.step('logs out without leaving the page, and in again', async () => {
      await go('/profiles')
      await press('Logout')
      await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
      await expect(page).toHaveURL(`${site}/profiles`)
      await page.getByRole('link', { name: 'Login' }).click()
      await fill('email', 'ada@example.com')
      await fill('password', 'wrong password')
      await press('Login')
      await expect(page.locator('.alert.alert-danger')).toHaveText('Invalid Credentials')
      await fill('password', 'secret12')
      await press('Login')
      await expect(page).toHaveURL(`${site}/dashboard`)
    })

    await test.step('removes credentials and the account, confirmed in the browser dialog', async () => {
      await page.getByRole('table').first().getByRole('button', { name: 'Delete' }).click()
      await expect(alert(page, 'Experience Removed')).toBeVisible()
      await page.getByRole('table').last().getByRole('button', { name: 'Delete' }).click()
      await expect(alert(page, 'Education Removed')).toBeVisible()
      const asked: string[] = []
      page.once('dialog', (dialog) => {
        asked.push(`${dialog.type()}: ${dialog.message()}`)
        void dialog.accept()
      })
      await press('Delete Account')
      await expect(alert(page, 'Your account has been permanently deleted')).toBeVisible()
      await expect(page).toHaveURL(`${site}/login`)
      expect(asked).toEqual(['confirm: Are you sure? This can NOT be undone'])
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    })

    expect(server.breaches).toEqual([])
    expect(noise).toEqual([])
    server.stop()
  })
}
