import { expect, test } from '../test.ts'

const fullProfile = {
  status: 'Senior Developer',
  company: 'Northwind',
  website: 'ada.dev',
  location: 'Lisbon',
  skills: 'HTML,CSS,Rust,SQL,Go',
  bio: 'I build tools.',
  twitter: 'twitter.com/ada',
  linkedin: 'linkedin.com/in/ada',
}

test('a profile shows everything, and the owner can edit it', async ({ page, otherPage, member }) => {
  const ada = await member('Ada Maria Lin')
  await ada.withProfile({ ...fullProfile, githubusername: 'octo' })
  const job = { title: 'Engineer', company: 'Contoso', from: '2020-01-01', description: 'Built it' }
  await ada.send('PUT', '/api/profile/experience', { ...job, current: true })
  await ada.open(page, `/profile/${ada.id}`)

  await expect(page.getByRole('heading', { level: 1, name: 'Ada Maria Lin' })).toBeVisible()
  await expect(page.getByText('Ada Maria Lin')).toHaveCount(1)
  await expect(page.getByText('Senior Developer at Northwind')).toBeVisible()
  await expect(page.getByText('Lisbon')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Website' })).toHaveAttribute('href', 'https://ada.dev')
  await expect(page.getByRole('link', { name: 'Twitter' })).toHaveAttribute('href', 'https://twitter.com/ada')
  await expect(page.getByRole('link', { name: 'LinkedIn' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Facebook' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: "Ada's Bio" })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Skill Set' })).toBeVisible()
  await expect(page.getByText('Go', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Jan 2020 – now · \d+ yrs/)).toBeVisible()
  await expect(page.getByText('Built it')).toBeVisible()
  await expect(page.getByText('No education credentials')).toBeVisible()
  await expect(page.getByText('No experience credentials')).toBeHidden()

  await expect(page.getByRole('heading', { name: 'Github Repos' })).toBeVisible()
  const repo = page.getByRole('listitem').filter({ hasText: 'lattice' })
  await expect(repo.getByRole('link')).toHaveAttribute('href', 'https://github.com/octo/lattice')
  await expect(repo).toContainText('A tiny layout engine for terminals')
  await expect(repo.getByRole('listitem')).toHaveText(['Stars: 1234', 'Watchers: 56', 'Forks: 7'])

  await expect(page.getByRole('link', { name: 'Edit Profile' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back To Profiles' })).toHaveAttribute('href', '/profiles')
  await otherPage.goto(`/profile/${ada.id}`)
  await expect(otherPage.getByRole('heading', { name: "Ada's Bio" })).toBeVisible()
  await expect(otherPage.getByRole('link', { name: 'Edit Profile' })).toHaveCount(0)
  await expect(otherPage.getByRole('complementary').getByRole('link', { name: 'Sign Up' })).toBeVisible()
  await expect(otherPage.getByText('Ada Maria Lin')).toHaveCount(1)
})

test('a minimal profile shows no empty sections', async ({ page, otherPage, member }) => {
  const ada = await member()
  const bob = await member('Bob Stone')
  await ada.withProfile()
  await bob.open(page, `/profile/${ada.id}`)
  await expect(page.getByText('No experience credentials')).toBeVisible()
  await expect(page.getByText('No education credentials')).toBeVisible()
  await expect(page.getByText("'s Bio")).toHaveCount(0)
  await expect(page.getByText('Github Repos')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Edit Profile' })).toHaveCount(0)
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await otherPage.route('**/api/profile', (route) => route.fulfill({ json: [] }))
  await otherPage.goto('/profiles')
  await expect(otherPage.getByText('No profiles found...')).toBeVisible()
})

test('the profile is shown even if the code host is down', async ({ page, member, expectFailures }) => {
  expectFailures(/\/api\/profile\/github\//)
  const ada = await member()
  await ada.withProfile({ ...fullProfile, githubusername: 'broken' })
  await ada.open(page, `/profile/${ada.id}`)
  await expect(page.getByText("Couldn't load repositories.")).toBeVisible()
  await expect(page.getByRole('heading', { name: "Ada's Bio" })).toBeVisible()
  await ada.withProfile({ githubusername: 'octo' })
  await page.reload()
  await expect(page.getByRole('link', { name: 'lattice' })).toBeVisible()
  await ada.withProfile({ githubusername: 'nobody-here' })
  await page.reload()
  await expect(page.getByText('No Github user named nobody-here.')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('opening another profile never shows the previous one', async ({ page, member }) => {
  const ada = await member('Ada Lin')
  const bob = await member('Bob Stone')
  await ada.withProfile({ bio: 'Bio of Ada' })
  await bob.withProfile({ bio: 'Bio of Bob' })
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/api/profile/user/${bob.id}`, async (route) => {
    await promise
    await route.continue()
  })
  await ada.open(page, `/profile/${ada.id}`)
  await expect(page.getByText('Bio of Ada')).toBeVisible()

  await page.getByRole('link', { name: 'Back To Profiles' }).click()
  await page.locator(`a[href="/profile/${bob.id}"]`).click()
  await expect(page.getByText('Bio of Bob')).toBeVisible()
  await expect(page.getByText('Bio of Ada')).toHaveCount(0)
  resolve()

  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await expect(page.locator('[name=bio]')).toHaveValue('Bio of Ada')
})

test('a visitor asks for nothing that only readers see, and gets it after signing in', async ({
  page,
  member,
}) => {
  const ada = await member('Ada Lin')
  const bob = await member('Bob Stone')
  await ada.withProfile()
  await bob.withProfile()
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  const readersCalls = () => calls.filter((url) => /\/api\/(people|follows)/.test(url))
  await page.goto(`/profile/${ada.id}`)
  await expect(page.getByRole('heading', { name: 'Ada Lin' })).toBeVisible()
  const menu = page.getByRole('button', { name: 'More actions for this person' })
  await expect(menu).toHaveCount(0)
  expect(readersCalls()).toEqual([])

  await page.getByRole('navigation').getByRole('link', { name: 'Login' }).click()
  await page.locator('[name=email]').fill(bob.email)
  await page.locator('[name=password]').fill(bob.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.getByRole('navigation').getByRole('link', { name: 'Developers' }).click()
  await page.locator(`a[href="/profile/${ada.id}"]`).first().click()
  await expect(page.getByRole('button', { name: 'Follow Ada Lin' })).toBeVisible()
  await expect(menu).toBeVisible()
  expect(readersCalls()).not.toEqual([])
})

test('initials are shown if no picture loads', async ({ page, member, expectFailures }) => {
  expectFailures(/\/avatar\//)
  const ada = await member()
  await ada.withProfile()
  await page.goto(`/profile/${ada.id}`)
  const picture = page.locator('article img')
  await expect(picture).toBeVisible()
  await page.route('**/avatar/**', (route) => route.abort())
  await page.reload()
  const initials = page.locator('article [data-initials="AL"]')
  await expect(initials).toBeVisible()
  expect(await initials.evaluate((shown) => getComputedStyle(shown, '::before').content)).toBe('"AL"')
  await expect(picture).toBeVisible()
  await expect(picture).toHaveAttribute('src', /\/avatar\//)
})

test('a printed profile is a CV', async ({ page, member }) => {
  const ada = await member()
  await ada.withProfile(fullProfile)
  await page.goto(`/profile/${ada.id}`)
  await expect(page.getByRole('heading', { name: "Ada's Bio" })).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(page.getByText('Back To Profiles')).toBeHidden()
  await expect(page.getByRole('complementary')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByText('linkedin.com/in/ada', { exact: true })).toBeVisible()
  expect(await page.locator('h1').evaluate((h1) => getComputedStyle(h1).color)).toBe('rgb(28, 27, 24)')
})

test('links without a scheme and bare names of any server are shown as links', async ({ page, member }) => {
  const ada = await member()
  await ada.withProfile()
  await page.route('**/api/profile/user/*', async (route) => {
    const response = await route.fetch()
    const social = {
      twitter: '@ada',
      facebook: 'ada.lin',
      youtube: 'ada',
      linkedin: 'linkedin.com/in/ada',
      instagram: 'javascript:alert(1)',
    }
    await route.fulfill({ response, json: { ...(await response.json()), website: 'foo.com/ada', social } })
  })
  await page.goto(`/profile/${ada.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lin')
  const links = {
    Website: 'https://foo.com/ada',
    Twitter: 'https://twitter.com/ada',
    Facebook: 'https://ada.lin',
    YouTube: 'https://youtube.com/@ada',
    LinkedIn: 'https://linkedin.com/in/ada',
  }
  for (const [name, href] of Object.entries(links)) {
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  }
  await expect(page.getByRole('link', { name: 'Instagram' })).toHaveCount(0)
  await expect(page.locator('a[href^="javascript"]')).toHaveCount(0)
})
