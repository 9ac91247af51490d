import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { SpecificationServer } from '../specification-server.ts'
import { routeLater } from '../switchable-route.ts'
import { expect, test } from '../test.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search or type a command' })
const options = (page: Page) => page.getByRole('dialog').getByRole('option')
const active = (page: Page) => page.locator('[role=option][aria-selected=true]')

/** The button works before the shortcuts are loaded. */
async function open(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Search/ }).click()
  await expect(field(page)).toBeFocused()
}

test('the palette finds people, tags, skills and posts, and runs actions, by keyboard alone', async ({
  page,
  member,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const ada = await member('Ada Lin')
  const kofi = await member('Kofi Okapi')
  await kofi.withProfile({ skills: 'Okapistics, CSS' })
  const post = await kofi.writePost('What does an **okapi** eat? #okapi')
  const noisy = await member('Noisy')
  await noisy.writePost('Buy okapi food')
  await ada.send('PUT', `/api/mutes/${noisy.id}`)
  await ada.open(page, '/posts')
  await open(page)
  await page.keyboard.press('Escape')
  const draft = page.getByPlaceholder('Say Something...')
  await draft.press('/')
  await expect(draft).toHaveValue('/')
  await page.getByRole('heading', { level: 1 }).focus()

  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('')
  await page.keyboard.type('dark')
  await expect(options(page).first()).toHaveText('Use the dark theme')
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('okap')
  await expect(page.getByRole('status').filter({ hasText: '4 results' })).toBeAttached()
  const group = (name: string) => page.getByRole('group', { name })
  await expect(group('People').getByRole('option')).toHaveText(/Kofi Okapi/)
  await expect(group('Tags').getByRole('option')).toHaveText('#okapi1 post')
  await expect(group('Skills').getByRole('option')).toHaveText('Okapistics1 developer')
  await expect(group('Posts').locator('mark')).toHaveText(['okapi', 'okapi'])
  await expect(group('Posts')).toContainText('What does an okapi eat?')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await expect(active(page)).toHaveText('All results for “okap”')
  await page.keyboard.press('End')
  await expect(active(page)).toContainText('What does an okapi eat?')
  await expect(field(page)).toHaveAttribute(
    'aria-activedescendant',
    (await active(page).getAttribute('id')) ?? '',
  )
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=okap')
  await expect(page.getByRole('region', { name: 'Results' }).getByRole('article')).toHaveCount(1)
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('okap')
  await expect(group('Posts')).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/posts/${post}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('ask')
  await expect(active(page)).toContainText(/ask/i)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/posts#ask')
  await expect(page.getByRole('radio', { name: 'Question' })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Say Something' })).toBeFocused()

  await open(page)
  await page.keyboard.type('sign out')
  await expect(active(page)).toContainText(/sign out/i)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
})

test('a late response is ignored, and without a server the palette still has its actions', {
  tag: '@all',
}, async ({ page, member, expectFailures }) => {
  const ada = await member('Ada Zebu')
  const kofi = await member('Kofi Zebra')
  for (const person of [ada, kofi]) await person.withProfile()
  let answerLate = () => {}
  const late = new Promise<void>((resolve) => {
    answerLate = resolve
  })
  await page.route(/search\?q=zeb&in=people/, async (route) => {
    await late
    await route.continue().catch(() => {})
  })
  const outage = await routeLater(page, /\/api\/(?:search|tags|skills)/, (route) => route.abort())
  await ada.open(page, '/profiles')
  const people = page.getByRole('group', { name: 'People' })
  await open(page)
  const searchRequest = page.waitForRequest(/q=zeb&in=people/)
  await field(page).fill('zeb')
  await searchRequest
  await field(page).fill('zebu')
  await expect(people).toContainText('Ada Zebu')
  answerLate()
  await field(page).press('End')
  await expect(people).not.toContainText('Kofi Zebra')
  await field(page).fill('zebuzebu')
  await expect(page.getByRole('status').filter({ hasText: 'No results.' })).toBeVisible()

  expectFailures(/api/)
  outage.start()
  await field(page).fill('sett')
  await expect(page.getByText("Search isn't responding.")).toBeVisible()
  await expect(options(page).first()).toHaveText('Settings')
})

test('visitors find what they may see, also from the landing page, and keys can be turned off', async ({
  page,
  member,
}) => {
  await (await member('Ada Gnu')).withProfile()
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).focus()
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('dark')
  await expect(options(page).first()).toHaveText('Use the dark theme')
  await field(page).fill('')
  await expect(options(page)).toHaveText(['Sign in', 'Register', 'Use the dark theme', 'Developers'])
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.keyboard.type('gnu')
  await expect(page.getByRole('group', { name: 'People' })).toContainText('Ada Gnu')
  expect(calls.filter((path) => /search|tags|posts/.test(path))).toEqual([])
  await page.keyboard.press('Control+k')
  await expect(field(page)).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign Up' })).toBeFocused()
  await page.evaluate(() => localStorage.setItem('shortcuts', 'off'))
  await page.keyboard.press('/')
  await expect(field(page)).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
})

test('the palette opens again right after it was closed', async ({ page }) => {
  await page.goto('/profiles')
  await open(page)
  // The browser reports in the next frame that the dialog was closed.
  await page.evaluate(async () => {
    const commandK = { key: 'k', ctrlKey: true }
    for (const pressed of [commandK, commandK, { key: 'Escape' }, commandK]) {
      const event = new KeyboardEvent('keydown', { ...pressed, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
      await Promise.resolve()
    }
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  })
  await expect(field(page)).toBeFocused()
})

test('on a server that implements only the specification, the palette has its actions', async ({
  page,
  expectFailures,
}) => {
  // The page requests these some seconds after it was opened.
  expectFailures(/\/api\/(events|site)$/)
  const server = new SpecificationServer({
    noProfile: 'null',
    deletions: 'empty',
    unknownCalls: 404,
    lean: true,
  })
  const site = await server.start()
  const token = await fetch(`${site}/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada Lin', email: 'ada@example.com', password: 'secret12' }),
  }).then((response) => response.json())
  await page.addInitScript((token) => localStorage.setItem('token', token), token.token)
  await page.goto(`${site}/dashboard`)
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  await open(page)
  await expect(options(page).first()).toHaveText('Write a post')
  await page.keyboard.type('nonsense')
  await expect(page.getByText('No results.')).toBeVisible()
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false')
  await field(page).fill('add exp')
  await expect(active(page)).toContainText(/add exp/i)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${site}/add-experience`)
  expect(calls.filter((url) => /\/api\/.*(search|tags|skills|q=)/.test(url))).toEqual([])
  server.stop()
})
