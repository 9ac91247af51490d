import type { Page } from '@playwright/test'
import { SOCIAL_NETWORKS } from '../../../contract/limits.ts'
import { expect, test } from '../test.ts'

// Short enough for every field; each leaves a trace if it is executed.
const ATTACKS = [
  '<script>window.hacked=1</script>',
  '<img src=x onerror="window.hacked=1">',
  '<svg/onload=window.hacked=1>',
  '"><iframe srcdoc="<script>parent.hacked=1</script>">',
  '</textarea></title><a href="javascript:window.hacked=1">x</a>',
]
const ATTACK = ATTACKS.join(' ')
const LINE = ATTACKS.slice(0, 3).join(' ')
const LINK_FIELDS = ['website', ...SOCIAL_NETWORKS] as const

async function expectInert(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  await expect(page.locator('iframe, [onerror], [onload], svg[onload], img[src="x"]')).toHaveCount(0)
  const links = await page
    .locator('a')
    .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).protocol))
  expect(links.filter((protocol) => !/^https?:$/.test(protocol))).toEqual([])
}

test('scripts and event handlers in every field stay text on every page', { tag: '@all' }, async ({
  page,
  member,
}) => {
  const evil = await member(ATTACKS[1])
  const credential = { location: LINE, description: ATTACK, from: '2020-01-01' }
  await evil.withProfile({ company: LINE, location: LINE, bio: ATTACK, skills: ATTACKS[0] ?? '' })
  await evil.send('PUT', '/api/profile/experience', { title: LINE, company: LINE, ...credential })
  await evil.send('PUT', '/api/profile/education', { school: LINE, degree: LINE, fieldofstudy: LINE })
  const id = await evil.writePost(ATTACK)
  await evil.send('POST', `/api/posts/comment/${id}`, { text: ATTACK })

  const pages = ['/profiles', `/profile/${evil.id}`, '/posts', `/posts/${id}`, '/dashboard', '/edit-profile']
  for (const path of pages) {
    await evil.open(page, path)
    const hostileText =
      path === '/edit-profile' ? page.locator('[name=bio]') : page.getByText('window.hacked').first()
    await expect(hostileText).toBeVisible()
    await expectInert(page)
  }
  await expect(page.locator('[name=bio]')).toHaveValue(ATTACK)
})

test('no link field accepts a script, and the page would not render one as a link', { tag: '@all' }, async ({
  page,
  member,
}) => {
  const evil = await member()
  await evil.withProfile()
  const scripts = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'https://good.example/\u202egro.live',
  ]
  for (const field of LINK_FIELDS) {
    for (const script of scripts) {
      await expect(evil.withProfile({ [field]: script }), `${field} ${script}`).rejects.toThrow(/ 400 /)
    }
  }
  await page.route(`**/api/profile/user/${evil.id}`, async (route) => {
    const profile = await (await route.fetch()).json()
    profile.website = 'javascript:window.hacked=1'
    for (const network of SOCIAL_NETWORKS) profile.social[network] = 'javascript:window.hacked=1'
    await route.fulfill({ json: profile })
  })
  await page.goto(`/profile/${evil.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const name of ['Website', 'Twitter', 'Facebook', 'LinkedIn', 'YouTube', 'Instagram']) {
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
  }
  await expectInert(page)
})

test('bidirectional control characters do not affect the text around a name or link', {
  tag: '@all',
}, async ({ page, member }) => {
  const name = 'Ada \u202e\u2067niL'
  const ada = await member(name)
  await ada.withProfile()
  const text = 'See https://good.example/a\u202emoc.live and https://good.example/b'
  const id = await ada.writePost(text)
  await ada.open(page, `/posts/${id}`)
  const post = page.getByRole('article').first()
  await expect(post.locator('bdi')).toHaveText(name)
  const isolated = (element: Element) => getComputedStyle(element).unicodeBidi
  expect(await post.locator('bdi').evaluate(isolated)).toMatch(/isolate/)
  const links = post.locator('p a')
  // The character is encoded, so that the address looks like the one it leads to.
  await expect(links).toHaveText(['https://good.example/a%E2%80%AEmoc.live', 'https://good.example/b'])
  for (const link of await links.all()) expect(await link.evaluate(isolated)).toMatch(/isolate/)
  for (const path of ['/profiles', `/profile/${ada.id}`]) {
    await page.goto(path)
    await expect(page.locator('bdi', { hasText: 'Ada' }).first()).toHaveText(name)
  }
})

test('ten thousand nested brackets or quotes are shown like any other text', { tag: '@all' }, async ({
  page,
  member,
}) => {
  const ada = await member()
  for (const nest of ['[', '(', '{', '"', "'", '>', '<', '`', '*', '<b>', 'http://(']) {
    await ada.writePost(nest.repeat(Math.floor(10_000 / nest.length)))
  }
  await ada.writePost('After all that')
  await ada.open(page, '/posts')
  await expect(page.getByText('After all that')).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: '[[[[' })).toBeVisible()
  await expect(page.getByText("This post can't be shown.")).toHaveCount(0)
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(width).toBeLessThanOrEqual(0)
})

test('a long word stays in its column, also in the text font', { tag: '@all' }, async ({ page, member }) => {
  const ada = await member()
  await ada.writePost(`see ${'w'.repeat(200)}`)
  await ada.open(page, '/posts')
  const text = page.getByText(/^see www/)
  await expect(text).toBeVisible()
  const overflow = await text.evaluate(async (element) => {
    await document.fonts.load('1em "Instrument Sans Variable"')
    document.documentElement.dataset.font = 'text'
    const range = document.createRange()
    range.selectNodeContents(element)
    const lines = [...range.getClientRects()].map(({ right }) => right)
    return Math.max(...lines) - element.getBoundingClientRect().right
  })
  expect(overflow).toBeLessThan(1)
})

test('broken posts do not affect the rest of the feed', { tag: '@all' }, async ({
  page,
  member,
  expectFailures,
}) => {
  expectFailures(/\/assets\//)
  const ada = await member()
  const breaks: ((post: Record<string, unknown>) => void)[] = [
    (post) => Object.assign(post, { text: null }),
    (post) => Object.assign(post, { text: { $ne: 1 } }),
    (post) => Object.assign(post, { name: null }),
    (post) => Object.assign(post, { likes: null }),
    (post) => Object.assign(post, { date: 'yesterday' }),
    (post) => Object.assign(post, { avatar: 7, user: null }),
    (post) => Object.assign(post, { comments: 'none', commentCount: {} }),
  ]
  for (let index = 0; index <= breaks.length; index++) await ada.writePost(`Whole ${index}.`)
  await page.route('**/api/posts', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    const posts: Record<string, unknown>[] = await response.json()
    for (const [index, breakIt] of breaks.entries()) {
      const broken = { ...posts[0], _id: `01900000-0000-7000-8000-00000000000${index}` }
      breakIt(broken)
      posts.splice(index * 2, 0, broken)
    }
    await route.fulfill({ response, json: posts })
  })
  await ada.open(page, '/posts')
  for (let index = 0; index <= breaks.length; index++) {
    await expect(page.getByText(`Whole ${index}.`).first()).toBeVisible()
  }
  await expect(page.getByText("This post can't be shown.").first()).toBeVisible()
  await page.getByLabel('Say Something...').fill('Still alive')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert')).toHaveText('Post Created')
})
