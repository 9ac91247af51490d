import { expect, type Page, test } from '@playwright/test'
import { watch } from '../page-errors.ts'
import { SpecificationServer } from '../specification-server.ts'

const SHAPES = {
  null: 'null',
  'an empty object': '{}',
  'a string': '"Hello"',
  HTML: '<!doctype html><title>Hello</title>',
  nothing: '',
  'a list of nothing': '[null]',
}

/** Null is a valid response if there is no profile or post. */
const ABSENT = ['null', '']

type Site = { server: SpecificationServer; base: string; id: string; postId: string }

async function startSite(page: Page): Promise<Site> {
  const server = new SpecificationServer({
    noProfile: 'null',
    deletions: 'empty',
    unknownCalls: 404,
    lean: false,
  })
  const base = await server.start()
  let token = ''
  async function send<Value>(method: string, path: string, body?: object): Promise<Value> {
    const headers = { 'content-type': 'application/json', 'x-auth-token': token }
    const response = await fetch(base + path, { method, headers, body: body && JSON.stringify(body) })
    return (await response.json()) as Value
  }
  const form = { name: 'Ada Byrne', email: 'ada@example.com', password: 'secret12' }
  token = (await send<{ token: string }>('POST', '/api/users', form)).token
  const { _id: id } = await send<{ _id: string }>('GET', '/api/auth')
  await send('POST', '/api/profile', {
    status: 'Developer',
    skills: 'HTML',
    githubusername: 'ada',
    bio: 'Hi',
  })
  const { _id: postId } = await send<{ _id: string }>('POST', '/api/posts', { text: 'Hello everyone' })
  await page.addInitScript((token) => localStorage.setItem('token', token), token)
  return { server, base, id, postId }
}

/** The specification's reads: page, call, and what is visible if the content does not exist. */
const reads = ({ id, postId }: Site) => [
  { path: '/profiles', call: 'GET /api/profile', content: 'View Profile' },
  {
    path: `/profile/${id}`,
    call: 'GET /api/profile/user/:id',
    content: "Ada's Bio",
    absent: 'Profile not found',
  },
  { path: `/profile/${id}`, call: 'GET /api/profile/github/:username', content: 'repo-of-ada' },
  {
    path: '/dashboard',
    call: 'GET /api/profile/me',
    content: 'Experience Credentials',
    absent: 'You have not yet set up a profile, please add some info',
  },
  { path: '/create-profile', call: 'GET /api/profile/me', content: 'Skills', absent: 'Skills' },
  { path: '/edit-profile', call: 'GET /api/profile/me', content: 'Skills', absent: 'Skills' },
  { path: '/posts', call: 'GET /api/posts', content: 'Hello everyone' },
  {
    path: `/posts/${postId}`,
    call: 'GET /api/posts/:id',
    content: 'Hello everyone',
    absent: 'Post not found',
  },
]

for (const [shape, body] of Object.entries(SHAPES)) {
  test(`a read that returns ${shape} ends in an error that can be retried`, { tag: '@all' }, async ({
    page,
  }) => {
    test.slow()
    const site = await startSite(page)
    const noise = watch(page)
    for (const { path, call, content, absent } of reads(site)) {
      await test.step(`${path} with ${call}`, async () => {
        site.server.replaced.set(call, body)
        await page.goto(site.base + path)
        const isAbsent = absent !== undefined && ABSENT.includes(body)
        const retry = page.getByRole('button', { name: 'Try again' })
        await expect(isAbsent ? page.getByText(absent).first() : retry).toBeVisible()
        await expect(page.getByRole('img', { name: 'Loading...' })).toHaveCount(0)
        site.server.replaced.clear()
        if (isAbsent) await page.reload()
        else await retry.click()
        await expect(page.getByText(content).first()).toBeVisible()
        await expect(retry).toHaveCount(0)
      })
    }

    await test.step('the current user', async () => {
      site.server.replaced.set('GET /api/auth', body)
      await page.goto(`${site.base}/dashboard`)
      await expect(page.getByRole('status')).toContainText("You'll be signed in")
      site.server.replaced.clear()
      // Otherwise the page would retry only after some seconds.
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect(page.getByText('Experience Credentials')).toBeVisible()
    })
    expect(noise).toEqual([])
    site.server.stop()
  })

  test(`a write that returns ${shape} says that it failed`, { tag: '@all' }, async ({ page }) => {
    const site = await startSite(page)
    const noise = watch(page)
    const { server, base, postId } = site
    const message = page.getByText('Something went wrong. Try again.')
    const fill = (name: string, value: string) => page.locator(`[name=${name}]`).fill(value)
    const submit = page.getByRole('button', { name: 'Submit' })
    const writes: [call: string, path: string, write: () => Promise<void>][] = [
      ['POST /api/profile', '/edit-profile', () => submit.click()],
      [
        'PUT /api/profile/experience',
        '/add-experience',
        async () => {
          await fill('title', 'Engineer')
          await fill('company', 'Contoso')
          await submit.click()
        },
      ],
      [
        'POST /api/posts',
        '/posts',
        async () => {
          await fill('text', 'Another')
          await submit.click()
        },
      ],
      [
        'PUT /api/posts/like/:id',
        '/posts',
        () => page.getByRole('button', { name: 'Like', exact: true }).last().click(),
      ],
      [
        'POST /api/posts/comment/:id',
        `/posts/${postId}`,
        async () => {
          await fill('text', 'Welcome')
          await submit.click()
        },
      ],
      [
        'unknown',
        '/settings',
        async () => {
          await fill('name', 'Ada Lin')
          await page.getByRole('button', { name: 'Change name' }).click()
        },
      ],
      [
        'unknown',
        '/settings',
        async () => {
          await fill('password', 'secret12')
          await fill('newPassword', 'secret34')
          await page.getByRole('button', { name: 'Change password' }).click()
        },
      ],
    ]
    for (const [call, path, write] of writes) {
      // The specification does not define a like.
      if (call === 'PUT /api/posts/like/:id' && body === '[null]') continue
      await test.step(call, async () => {
        server.replaced.set(call, body)
        await page.goto(base + path)
        await write()
        await expect(message.first()).toBeVisible()
        server.replaced.clear()
      })
    }
    expect(noise).toEqual([])
    server.stop()
  })

  test(`nothing breaks if calls beyond the specification return ${shape}`, { tag: '@all' }, async ({
    page,
  }) => {
    test.slow()
    const site = await startSite(page)
    const noise = watch(page)
    site.server.replaced.set('unknown', body)
    for (const { path, content } of reads(site)) {
      await page.goto(site.base + path)
      await expect(page.getByText(content).first()).toBeVisible()
    }
    for (const path of ['/settings', '/settings/sessions']) {
      await page.goto(site.base + path)
      await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
      await expect(page.getByRole('main').getByRole('img', { name: 'Loading...' })).toHaveCount(0)
    }
    expect(noise).toEqual([])
    site.server.stop()
  })
}

for (const status of [400, 403, 404, 410, 422, 429, 500, 503]) {
  const isAbsent = status < 500 && status !== 429
  const tag = [404, 500].includes(status) ? [] : '@all'
  const meaning = isAbsent ? 'means that there is none' : 'is an error'
  test(`a ${status} for the profile ${meaning}`, { tag }, async ({ page }) => {
    const { server, base, id } = await startSite(page)
    server.failing.set('GET /api/profile/me', status)
    server.failing.set('GET /api/profile/user/:id', status)
    const retry = page.getByRole('button', { name: 'Try again' })
    await page.goto(`${base}/dashboard`)
    await expect(isAbsent ? page.getByText('You have not yet set up a profile') : retry).toBeVisible()
    await page.goto(`${base}/profile/${id}`)
    await expect(isAbsent ? page.getByText('Profile not found') : retry).toBeVisible()
    server.stop()
  })
}
