import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { routeLater } from '../switchable-route.ts'
import { expect, test } from '../test.ts'

const outageOf = (page: Page) => routeLater(page, '**/api/**', (route) => route.abort())

test.beforeEach(({ expectFailures }) => expectFailures(/\/api\//))

test('forms say that the server does not respond, and keep what was typed', async ({ page, member }) => {
  const ada = await member()
  const outage = await outageOf(page)
  await page.goto('/login')
  outage.start()
  await page.locator('[name=email]').fill(ada.email)
  await page.locator('[name=password]').fill(ada.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toHaveText("Can't reach the server. Try again.")
  await expect(page.locator('[name=email]')).toHaveValue(ada.email)
  outage.stop()
  await ada.withProfile()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('failed posts and comments show the error next to their form, without an alert', async ({
  page,
  member,
}) => {
  const ada = await member()
  const id = await ada.writePost('Still here')
  const outage = await outageOf(page)
  await ada.open(page, '/posts')
  const post = page.getByRole('article').filter({ hasText: 'Still here' }).first()
  await expect(post).toBeVisible()
  outage.start()
  await page.getByLabel('Say Something...').fill('Not lost')
  await page.getByRole('button', { name: 'Submit' }).click()
  const line = "Can't reach the server. Try again."
  await expect(page.getByRole('main').getByText(line)).toHaveCount(1)
  await expect(page.getByLabel('Say Something...')).toHaveValue('Not lost')
  await post.getByRole('button', { name: 'Like', exact: true }).click()
  await expect(post.getByText(line)).toBeVisible()
  await post.getByRole('button', { name: 'Delete post' }).click()
  await expect(post).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)

  outage.stop()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert')).toHaveText('Post Created')
  await page.goto(`/posts/${id}`)
  await page.getByLabel('Leave a Comment!').fill('Not lost either')
  outage.start()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(line)).toBeVisible()
  await expect(page.getByLabel('Leave a Comment!')).toHaveValue('Not lost either')
})

test('a spinner is shown while data loads, and a failed load can be retried', async ({ page, member }) => {
  const ada = await member()
  await ada.withProfile({ bio: 'Here I am' })
  const id = await ada.writePost('A post to find again')
  const pages = [
    ['/profiles', '**/api/profile', 'View Profile'],
    [`/profile/${ada.id}`, '**/api/profile/user/*', 'Here I am'],
    ['/dashboard', '**/api/profile/me', 'Experience Credentials'],
    ['/edit-profile', '**/api/profile/me', 'Professional Status'],
    ['/posts', '**/api/posts', 'A post to find again'],
    [`/posts/${id}`, '**/api/posts/*', 'A post to find again'],
  ] as const
  const spinner = page.getByRole('main').getByRole('img', { name: 'Loading...' })
  for (const [path, address, content] of pages) {
    const released = Promise.withResolvers<void>()
    await page.route(address, async (route) => {
      await released.promise
      await route.fulfill({ status: 503, json: { errors: [{ msg: 'Busy' }] } })
    })
    await ada.open(page, path)
    await expect(spinner).toBeVisible()
    released.resolve()
    await expect(page.getByText(/^Couldn't load/)).toBeVisible()
    await expect(spinner).toBeHidden()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.unroute(address)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(content).first()).toBeVisible()
    await expect(spinner).toBeHidden()
  }
})

for (const [trouble, line] of [
  ['no connection', "Can't reach the server."],
  [429, 'Too many requests from your network.'],
  [500, 'The server has a problem.'],
] as const) {
  test(`a failing server (${trouble}) ends nobody's session`, { tag: '@all' }, async ({ page, member }) => {
    const ada = await member()
    await ada.withProfile()
    let isInTrouble = true
    await page.route('**/api/**', (route) => {
      if (!isInTrouble) return route.continue()
      return trouble === 'no connection' ? route.abort() : route.fulfill({ status: trouble, body: 'Oh no' })
    })
    await ada.open(page, '/dashboard')
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('status')).toHaveText(
      `${line} You'll be signed in as soon as the server responds.`,
    )
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    await page.reload()
    await expect(page.getByRole('status')).toContainText(line)
    isInTrouble = false
    // Otherwise the page would retry only after some seconds.
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page).toHaveURL('/dashboard', { timeout: 30_000 })
    await expect(page.getByText('Welcome Ada Lin')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(ada.token)
  })
}

test('a single failure at the start is not visible', async ({ page, member }) => {
  const ada = await member()
  await ada.withProfile()
  await page.route('**/api/auth', (route) => route.fulfill({ status: 502, body: 'Restarting' }), { times: 1 })
  await ada.open(page, '/posts')
  await expect(page.getByRole('heading', { name: 'Posts' })).toBeVisible()
  await expect(page).toHaveURL('/posts')
})

test('a visitor who gives up waiting can log in as someone else', { tag: '@all' }, async ({
  page,
  member,
}) => {
  const ada = await member('Ada Lin')
  const bob = await member('Bob Stone')
  let isInTrouble = true
  await page.route('**/api/auth', (route) => {
    if (!isInTrouble || route.request().method() === 'POST') return route.continue()
    const isAda = route.request().headers()['x-auth-token'] === ada.token
    return isAda ? route.abort() : route.continue()
  })
  await ada.open(page, '/dashboard')
  await expect(page.getByRole('status')).toBeVisible()
  await page.locator('[name=email]').fill(bob.email)
  await page.locator('[name=password]').fill('wrong password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid Credentials')
  await expect(page.getByRole('status')).toBeVisible()
  await page.locator('[name=password]').fill(bob.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Welcome Bob Stone')).toBeVisible()
  isInTrouble = false
  expect(await page.evaluate(() => localStorage.getItem('token-set-aside'))).toBeNull()
})

test('pending buttons show a spinner and cannot be pressed twice', async ({ page, member }) => {
  const ada = await member()
  await ada.withProfile()
  const { promise, resolve } = Promise.withResolvers<void>()
  let calls = 0
  await page.route('**/api/posts', async (route) => {
    if (route.request().method() === 'POST') {
      calls += 1
      await promise
    }
    await route.continue()
  })
  await ada.open(page, '/posts')
  await expect(page.getByRole('heading', { name: 'Posts' })).toBeVisible()
  await page.getByLabel('Say Something...').fill('Only once')
  const submit = page.getByRole('button', { name: 'Submit' })
  await submit.click()
  await expect(submit).toBeDisabled()
  await expect(submit.locator('img')).toBeVisible()
  await page.getByLabel('Say Something...').press('Control+Enter')
  resolve()
  await expect(page.getByRole('alert')).toHaveText('Post Created')
  await expect(submit).toBeEnabled()
  expect(calls).toBe(1)
})

test('a page whose code cannot be loaded says so', async ({ page, expectFailures }) => {
  expectFailures(/\/assets\//)
  await page.route('**/assets/login-page-*.js', (route) => route.abort())
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: "This page didn't load" })).toBeVisible()
  await page.unroute('**/assets/login-page-*.js')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
})

test('a page whose first script cannot be loaded, React included, says so', async ({
  page,
  expectFailures,
}) => {
  expectFailures(/\/assets\//)
  for (const path of ['/login', '/']) {
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto(path)
    await expect(page.getByRole('heading', { name: "This page didn't load" })).toBeVisible()
    await expect(page.getByRole('img', { name: 'Loading...' })).toHaveCount(0)
    await expectAccessible(page)
    await page.unroute('**/assets/*.js')
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
    await expect(page.getByRole('heading', { name: "This page didn't load" })).toHaveCount(0)
  }
})
