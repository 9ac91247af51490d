import { expect, test } from '../test.ts'

const MEMBER_PATHS = [
  '/dashboard',
  '/create-profile',
  '/edit-profile',
  '/add-experience',
  '/add-education',
  '/add-project',
  '/settings',
  '/posts',
  '/posts/0195d0c0-0000-7000-8000-000000000000',
]

test('private pages redirect visitors to the login', async ({ page }) => {
  for (const path of MEMBER_PATHS) {
    await page.goto(path)
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  }
})

test('public pages are open to visitors', async ({ page, member }) => {
  const ada = await member()
  await ada.withProfile()
  for (const path of ['/', '/login', '/register', '/profiles', `/profile/${ada.id}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(path)
  }
})

test('members are redirected away from landing, login and register', async ({ page, member }) => {
  const ada = await member()
  await ada.withProfile()
  for (const path of ['/', '/login', '/register']) {
    await ada.open(page, path)
    await expect(page).toHaveURL('/dashboard')
  }
})

test('the login leads to the dashboard, whatever page was requested', async ({ page, member }) => {
  const ada = await member()
  await ada.withProfile()
  await page.goto('/posts')
  await expect(page).toHaveURL('/login')
  await page.locator('[name=email]').fill(ada.email)
  await page.locator('[name=password]').fill(ada.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('after a redirect the login says why, and the dashboard offers to continue', async ({
  page,
  member,
}) => {
  const ada = await member()
  await ada.withProfile()
  const address = `/posts/${await ada.writePost('For members')}`
  await page.goto(address)
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Sign in to read this post.')).toBeVisible()
  await page.reload()
  await page.locator('[name=email]').fill(ada.email)
  await page.locator('[name=password]').fill(ada.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.getByText('Continue to:').getByRole('link').click()
  await expect(page).toHaveURL(address)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Sign in to read')).toHaveCount(0)
})

test('the navigation bar shows the links of visitors and members', async ({ page, member }) => {
  const nav = page.getByRole('navigation')
  await page.goto('/profiles')
  await expect(nav.getByRole('link')).toHaveText(['DevConnector', 'Developers', 'Register', 'Login'])
  const hrefs = (links: Element[]) => links.map((link) => link.getAttribute('href'))
  expect(await nav.getByRole('link').evaluateAll(hrefs)).toEqual(['/', '/profiles', '/register', '/login'])

  const ada = await member()
  await ada.withProfile()
  await ada.open(page, '/posts')
  await expect(nav.getByRole('link')).toHaveText(['DevConnector', 'Developers', 'Posts', 'Dashboard'])
  expect(await nav.getByRole('link').evaluateAll(hrefs)).toEqual(['/', '/profiles', '/posts', '/dashboard'])

  const ended = page.waitForRequest((request) => request.method() === 'DELETE')
  await nav.getByRole('button', { name: 'Logout' }).click()
  expect((await ended).url()).toContain('/api/auth')
  await expect(page).toHaveURL('/login')
  await expect(nav.getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('logging out on a public page stays there', async ({ page, member }) => {
  const ada = await member()
  await ada.withProfile()
  for (const path of ['/profiles', `/profile/${ada.id}`]) {
    await (await member()).open(page, path)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('link', { name: 'Register' })).toBeVisible()
    await expect(page).toHaveURL(path)
  }
})

test('while the user loads, there is a spinner and no link', async ({ page, member }) => {
  const ada = await member()
  await ada.withProfile()
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/auth', async (route) => {
    await promise
    await route.continue()
  })
  await ada.open(page, '/dashboard')
  await expect(page.getByRole('img', { name: 'Loading...' })).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText(['DevConnector'])
  await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden()
  await expect(page).toHaveURL('/dashboard')
  resolve()
  await expect(page.getByText('Welcome Ada Lin')).toBeVisible()
})

test('the token is sent only if there is one', async ({ page, member }) => {
  const ada = await member()
  await ada.withProfile()
  const tokens: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) tokens.push(request.headers()['x-auth-token'])
  })
  await page.goto('/profiles')
  await expect(page.getByRole('link', { name: 'View Profile' }).first()).toBeVisible()
  expect(tokens).toEqual([undefined])
  tokens.length = 0
  await ada.open(page, '/dashboard')
  await expect(page.getByText('Welcome Ada Lin')).toBeVisible()
  await expect.poll(() => tokens.length).toBeGreaterThan(1)
  expect(new Set(tokens)).toEqual(new Set([ada.token]))
})

test('a bad token is dropped', async ({ page, expectFailures }) => {
  expectFailures(/\/api\/(auth|profile\/me)$/)
  await page.goto('/login')
  await page.evaluate(() => localStorage.setItem('token', 'not a token'))
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('link', { name: 'Register' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('a session that ends in the meantime leads to the login, and no draft is lost', async ({
  page,
  member,
  expectFailures,
}) => {
  expectFailures(/\/api\/(posts|auth|events|profile\/me|(marks|tags)\?.*)$/)
  const ada = await member()
  // Set late, because the page may also learn of it from earlier calls.
  await page.route('**/api/posts', async (route) => {
    if (route.request().method() === 'POST') await ada.send('DELETE', '/api/auth')
    await route.continue()
  })
  await ada.open(page, '/posts')
  await page.getByLabel('Say Something...').fill('Not lost')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL('/login')
  await page.locator('[name=email]').fill(ada.email)
  await page.locator('[name=password]').fill(ada.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('link', { name: 'Posts', exact: true }).click()
  await expect(page.getByLabel('Say Something...')).toHaveValue('Not lost')
})

test('a logout in one tab logs out the others', async ({ page, context, member }) => {
  const ada = await member()
  await ada.withProfile()
  await ada.open(page, '/posts')
  await expect(page.getByRole('heading', { name: 'Posts' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/dashboard')
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('link', { name: 'Register' })).toBeVisible()
})

test('unknown addresses show a "not found" page with a way back', async ({
  page,
  member,
  expectFailures,
}) => {
  expectFailures(/\/(nowhere|profile\/nobody|api\/(posts|people|profile\/user)\/.*)$/)
  const ada = await member()
  const lost = [
    ['/nowhere', 'Page not found', 'Go home'],
    ['/profile/nobody', 'Profile not found', 'Back To Profiles'],
    ['/posts/nothing', 'Post not found', 'Back To Posts'],
  ] as const
  for (const [path, heading, back] of lost) {
    await ada.open(page, path)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expect(page.getByRole('link', { name: back })).toBeVisible()
    await expect(page.getByRole('img', { name: 'Loading...' })).toBeHidden()
  }
})
