import type { Page } from '@playwright/test'
import { expectAccessible, violationsOn } from './accessibility.ts'
import type { Member } from './members.ts'
import { expect, test } from './test.ts'

const long = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'

// Pages that do not exist, and the profile that newcomers do not have yet.
const EXPECTED_FAILURES = /\/(nowhere|(people|profile)\/nobody|api\/profile\/(user\/.*|me))$/

type Screen = { path: string; as: Member | null; ready: string }

type Credentials = Record<'experience' | 'education', { _id: string }[]>

async function everyScreen(member: (name?: string) => Promise<Member>): Promise<Screen[]> {
  const ada = await member(`Ada ${long}`)
  const fresh = await member('Fresh Member')
  await ada.withProfile({
    company: long.repeat(3),
    location: long,
    website: `https://${long}.example/${long}`,
    skills: `${long.slice(0, 50)},CSS,Rust,SQL,Go`,
    bio: `${long.repeat(10)}\nhttps://example.com/${long.repeat(3)}`,
    githubusername: 'octo',
    twitter: 'twitter.com/ada',
  })
  const period = { from: '2020-01-01', to: '2021-12-31' }
  const job = { title: long, company: long.repeat(2), ...period }
  const school = { school: long, degree: long, ...period }
  const { experience } = await ada.send<Credentials>('PUT', '/api/profile/experience', job)
  const { education } = await ada.send<Credentials>('PUT', '/api/profile/education', school)
  const project = {
    name: long,
    url: `x.example/${long}`,
    skills: long.slice(0, 50),
    description: long.repeat(9),
  }
  await ada.send('PUT', '/api/profile/projects', { ...project, ...period })
  await fresh.writePost(`${long} ${long.repeat(20)}`)
  const code = `\`\`\`ts\nconst place = '${long.repeat(3)}'\n\`\`\``
  const table = `| ${long} | b |\n|---|--:|\n| ${long} | 2 |`
  const id = await ada.writePost(
    [`${long.repeat(20)}\nhttps://example.com/${long.repeat(5)}`, `# ${long}`, code, table].join('\n\n'),
  )
  await ada.send('POST', `/api/posts/comment/${id}`, { text: long.repeat(20) })
  await ada.send('PUT', `/api/posts/like/${id}`)
  return [
    { path: '/', as: null, ready: 'Developer Connector' },
    { path: '/login', as: null, ready: 'Sign In' },
    { path: '/register', as: null, ready: 'Sign Up' },
    { path: '/forgot-password', as: null, ready: 'Forgot your password?' },
    { path: '/reset-password#code', as: null, ready: 'Set a new password' },
    { path: '/confirm-email', as: null, ready: 'Confirm your email' },
    { path: '/sign-in', as: null, ready: 'Sign In' },
    { path: '/setup#code', as: null, ready: 'Set up your community' },
    { path: '/report', as: null, ready: 'Report content' },
    { path: '/nowhere', as: null, ready: 'Page not found' },
    { path: '/profiles', as: null, ready: 'Developers' },
    { path: `/profile/${ada.id}`, as: null, ready: 'Github Repos' },
    { path: '/profile/nobody', as: null, ready: 'Profile not found' },
    { path: `/profile/${fresh.id}`, as: null, ready: 'Fresh Member' },
    { path: `/profile/${fresh.id}`, as: fresh, ready: 'Fresh Member' },
    { path: `/profile/${ada.id}`, as: fresh, ready: 'Github Repos' },
    { path: '/dashboard', as: fresh, ready: 'Dashboard' },
    { path: '/create-profile', as: fresh, ready: 'Create Profile' },
    { path: '/dashboard', as: ada, ready: 'Experience Credentials' },
    { path: '/settings', as: ada, ready: 'Change password' },
    { path: '/settings/picture', as: ada, ready: 'Profile picture' },
    { path: '/settings/notifications', as: ada, ready: 'Following' },
    { path: '/settings/privacy', as: ada, ready: 'Muted and blocked people' },
    { path: '/settings/sessions', as: ada, ready: "Where you're signed in" },
    { path: '/settings/data', as: ada, ready: 'Data' },
    { path: '/settings/delete', as: ada, ready: 'Danger zone' },
    { path: '/settings/nothing', as: ada, ready: 'Page not found' },
    { path: '/edit-profile', as: ada, ready: 'Edit Profile' },
    { path: '/add-experience', as: ada, ready: 'Add Experience' },
    { path: '/add-education', as: ada, ready: 'Add Education' },
    { path: '/add-project', as: ada, ready: 'Add Project' },
    { path: `/edit-experience/${experience[0]?._id}`, as: ada, ready: 'Edit Experience' },
    { path: `/edit-education/${education[0]?._id}`, as: ada, ready: 'Edit Education' },
    { path: '/edit-education/nothing', as: ada, ready: 'Education not found' },
    { path: `/profile/${fresh.id}`, as: ada, ready: 'Fresh Member' },
    { path: '/posts', as: ada, ready: 'Posts' },
    { path: `/posts/${id}`, as: ada, ready: 'Leave a Comment!' },
    { path: `/profile/${ada.id}`, as: ada, ready: 'Github Repos' },
  ]
}

async function show(page: Page, { path, as, ready }: Screen, isSignedIn: boolean): Promise<void> {
  if (as && !isSignedIn) await as.open(page, path)
  else await page.goto(path)
  await expect(page.getByRole('heading', { name: ready }).first()).toBeVisible()
  await expect(page.getByRole('img', { name: 'Loading...' })).toHaveCount(0)
}

const tooWide = (page: Page, width: number) =>
  page.evaluate((width) => {
    if (document.documentElement.scrollWidth <= width) return []
    const sticksOut = (element: Element) => element.getBoundingClientRect().right > width
    const culprits = [...document.querySelectorAll('body *')].filter(
      (element) => sticksOut(element) && ![...element.children].some(sticksOut),
    )
    return culprits.map(({ outerHTML }) => outerHTML)
  }, width)

type Check = (page: Page, path: string) => Promise<void>

const checkOnPhone: Check = async (page, path) => {
  expect(await tooWide(page, 1280), path).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await tooWide(page, 390), `${path} on a phone`).toEqual([])
  expect(await violationsOn(page, 'all'), path).toEqual([])
}

/** Colors are the same at every width, so they are checked once more only in the dark theme. */
const checkOtherWidths: Check = async (page, path) => {
  expect(await violationsOn(page, 'structure'), path).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await violationsOn(page, 'colors'), `${path} in the dark`).toEqual([])
  for (const width of [1920, 1100, 768, 320]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await tooWide(page, width), `${path} at ${width}`).toEqual([])
  }
}

for (const audience of ['visitors', 'members'] as const) {
  for (const [where, check] of [
    ['on a phone', checkOnPhone],
    ['at every other width and in the dark', checkOtherWidths],
  ] as const) {
    test(`screens of ${audience} meet WCAG 2.2 AA and do not scroll sideways ${where}`, {
      tag: '@all',
    }, async ({ page, member, expectFailures }) => {
      test.setTimeout(300_000)
      expectFailures(EXPECTED_FAILURES)
      const screens = (await everyScreen(member)).filter(
        ({ as }) => (as === null) === (audience === 'visitors'),
      )
      let previous: Member | null = null
      for (const screen of screens) {
        await page.setViewportSize({ width: 1280, height: 844 })
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
        await show(page, screen, screen.as === previous)
        previous = screen.as
        await expect(page.locator('h1')).toHaveCount(1)
        await check(page, screen.path)
      }
    })
  }
}

test('alerts and errors meet WCAG 2.2 AA too', async ({ page, member, expectFailures }) => {
  expectFailures(/\/api\/profile$/)
  const ada = await member()
  await ada.withProfile()
  await page.setViewportSize({ width: 390, height: 844 })
  await ada.open(page, '/edit-profile')
  await page.locator('[name=website]').fill('no address')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
})
