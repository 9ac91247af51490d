// The decisions about the page, read literally, each with its simplest locator.
import { expect, type Page, test } from '@playwright/test'
import { Member } from './members.ts'
import { type Expected, expectOnce, screens } from './specification-screens.ts'
import { followWatched, framesWithout, watchFrames, watchText } from './text-watch.ts'

type Situation = {
  page: Page
  base: string
  ada: Member
  isOurs: boolean
}

const PROFILE_FIELDS = [
  ...['status', 'company', 'website', 'location', 'skills', 'githubusername', 'bio'],
  ...['twitter', 'facebook', 'youtube', 'linkedin', 'instagram'],
]

// A busy machine starts the animation of the spinner some frames late.
const BUSY_FRAMES = 6

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)

async function showsSpinner({ page, base, ada }: Situation): Promise<void> {
  const id = await ada.writePost('A post in sight')
  await ada.withProfile({ bio: 'Here I am.' })
  const openedCold = [
    ['/posts', 'A post in sight'],
    [`/posts/${id}`, 'A post in sight'],
    [`/profile/${ada.id}`, 'Here I am.'],
    ['/profiles', 'View Profile'],
    ['/edit-profile', 'Professional Status'],
    ['/dashboard', 'Experience Credentials'],
  ] as const
  const cold = async (path: string, text: string) => {
    const tab = await page.context().newPage()
    await tab.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600))
      await route.continue()
    })
    await watchFrames(tab, text)
    await ada.open(tab, path, base)
    expect.soft(await framesWithout(tab, text), path).toBeLessThan(BUSY_FRAMES)
    return tab
  }
  const close = async (tab: Page) => {
    await tab.unrouteAll({ behavior: 'ignoreErrors' })
    await tab.close()
  }
  for (const [path, text] of openedCold) await close(await cold(path, text))
  const tab = await cold('/dashboard', 'Experience Credentials')
  const followed = [
    ['Developers', 'View Profile'],
    ['View Profile', 'Skill Set'],
    ['Posts', 'A post in sight'],
  ] as const
  for (const [link, text] of followed) {
    expect.soft(await followWatched(tab, link, text), link).toBeLessThan(BUSY_FRAMES)
  }
  await close(tab)
}

async function showsTextOnce({ page, base, ada, isOurs }: Situation): Promise<void> {
  const send = async (text: string, button: string) => {
    const times = await watchText(page, text)
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByText(text)).toBeVisible()
    await expect(page.locator('[name=text]').first()).toHaveValue('')
    expect.soft(await times(), text).toBe(1)
  }
  await ada.open(page, '/posts', base)
  await field(page, 'text').fill('Only one post')
  await send('Only one post', 'Submit')
  await page.getByRole('article').filter({ hasText: 'Only one post' }).getByText('Discussion').click()
  await field(page, 'text').fill('Only one comment')
  await send('Only one comment', 'Submit')
  if (!isOurs) return
  await page.getByRole('button', { name: 'Reply' }).click()
  await page.getByPlaceholder('Reply to').fill('Only one reply')
  await send('Only one reply', 'Send reply')
}

async function keepsToFormFields({ page, base, ada, isOurs }: Situation): Promise<void> {
  await ada.open(page, '/edit-profile', base)
  const form = page.locator('form')
  await expect.soft(form).toHaveCount(1)
  await expect.soft(page.locator('main select')).toHaveCount(1)
  await expect.soft(form.locator('select')).toHaveAttribute('name', 'status')
  await field(page, 'status').selectOption('Manager')
  await field(page, 'skills').fill('HTML, CSS')
  await expect.soft(form.getByRole('button')).toHaveText(['Add Social Network Links', 'Submit'])
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByRole('button', { name: 'Submit' }).click()
  expect.soft(Object.keys((await sent).postDataJSON()).sort()).toEqual(PROFILE_FIELDS.toSorted())
  await expect(page.getByRole('alert')).toHaveText('Profile Updated')
  if (!isOurs) return
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Privacy' }).click()
  await page.getByLabel('Show my email to').selectOption('Members')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Privacy Settings Saved')).toBeVisible()
  expect
    .soft(await ada.send('GET', '/api/profile/me'))
    .toMatchObject({ showEmail: 'members', status: 'Manager' })
}

async function ordersControls({ page, base, ada }: Situation): Promise<void> {
  const grace = await new Member(base, 'Grace').register()
  await grace.writePost('By somebody else')
  await ada.writePost(`Mine, and long.\n${'Another line.\n'.repeat(40)}`)
  await ada.open(page, '/posts', base)
  const namesIn = async (text: string) => {
    const post = page.getByRole('article').filter({ hasText: text })
    await post.getByRole('button', { name: 'Unlike' }).waitFor()
    const controls = post.locator('button, a:not([href^="/profile/"])')
    return controls.evaluateAll((all) =>
      all.map(
        (control) =>
          control.ariaLabel ?? control.querySelector('[aria-label]')?.ariaLabel ?? control.textContent,
      ),
    )
  }
  const mine = await namesIn('Mine, and long.')
  expect.soft(mine.slice(0, 4)).toEqual(['Like', 'Unlike', 'Discussion', 'Delete post'])
  const otherNames = await namesIn('By somebody else')
  expect.soft(otherNames.slice(0, 3)).toEqual(['Like', 'Unlike', 'Discussion'])
  expect.soft(otherNames).not.toContain('Delete post')
}

async function namesTables({ page, base, ada }: Situation): Promise<void> {
  const period = { from: '2020-01-02', to: '', current: true, description: '' }
  await ada.send('PUT', '/api/profile/experience', {
    title: 'Engineer',
    company: 'Contoso',
    location: '',
    ...period,
  })
  await ada.send('PUT', '/api/profile/education', {
    school: 'Coimbra',
    degree: 'MSc',
    fieldofstudy: '',
    ...period,
  })
  await ada.open(page, '/dashboard', base)
  const jobs = page.getByRole('table', { name: 'Experience Credentials' })
  const schools = page.getByRole('table', { name: 'Education Credentials' })
  await expect.soft(jobs.getByText('2020/01/02 - Now')).toBeVisible()
  await expect.soft(schools.getByText('2020/01/02 - Now')).toBeVisible()
}

async function leadsBackToPosts({ page, base, ada }: Situation): Promise<void> {
  const id = await ada.writePost('A post to come back from')
  await ada.open(page, `/posts/${id}/`, base)
  await expect(page.getByText('A post to come back from')).toBeVisible()
  await expect.soft(page.locator('main a[href="/posts"]')).toHaveText('Back To Posts')
  await expect.soft(page.getByRole('article').getByRole('button')).toHaveCount(0)
}

async function datesPosts({ page, base, ada }: Situation): Promise<void> {
  const id = await ada.writePost('A post with a date')
  const { date } = await ada.send<{ date: string }>('GET', `/api/posts/${id}`)
  await ada.open(page, '/posts/', base)
  const day = await page.evaluate((date) => new Date(date).toLocaleDateString('en-GB'), date)
  const post = page.getByRole('article').filter({ hasText: 'A post with a date' })
  await expect.soft(post.getByText(`Posted on ${day}`, { exact: true })).toBeVisible()
}

async function showsScreens({ page, base, ada }: Situation): Promise<void> {
  const id = await ada.writePost('A post on a screen')
  const { text: _, ...dashboard } = screens.dashboard
  const openedPages: [path: string, expected: Expected][] = [
    ['/dashboard', dashboard],
    ['/edit-profile', screens.profileForm],
    ['/add-experience', screens.addExperience],
    ['/add-education', screens.addEducation],
    ['/profiles/', screens.developers],
    [`/profile/${ada.id}/`, { heading: ['Skill Set', 'Experience', 'Education'], href: ['/profiles'] }],
    ['/posts', screens.posts],
    [`/posts/${id}`, screens.post],
  ]
  for (const [path, expected] of openedPages) {
    await ada.open(page, path, base)
    await expectOnce(page.locator('main'), expected)
    await expectOnce(page, { css: ['nav', 'main'] })
  }
  await page.getByRole('button', { name: 'Logout' }).click()
  for (const [path, expected] of [
    ['/', screens.landing],
    ['/login', screens.login],
    ['/register', screens.register],
  ] as const) {
    await page.goto(base + path)
    await expectOnce(page.locator('main'), expected)
  }
}

const readings = {
  'the spinner is on the screen while a page opened cold loads': showsSpinner,
  'a text is on the screen once after submit': showsTextOnce,
  'the profile form has the fields of the specification': keepsToFormFields,
  'the controls of a post come in the order of the specification': ordersControls,
  'tables are named by their headings': namesTables,
  'only Back To Posts leads from a post to the posts': leadsBackToPosts,
  'a post has the date of its reader': datesPosts,
  'the simplest locator finds what the screens show': showsScreens,
}

export async function readAll(situation: Situation): Promise<void> {
  for (const [name, read] of Object.entries(readings)) await test.step(name, () => read(situation))
}
