import type { Page } from '@playwright/test'
import { audit } from './accessible.ts'
import type { Member } from './members.ts'
import { expect, test } from './test.ts'

const long = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'

// Pages that do not exist, and what newcomers do not have yet.
const EXPECTED_FAILURES = /\/(nowhere|(people|profile)\/nobody|api\/profile\/(user\/.*|me))$/

type Screen = { path: string; as: Member | null; ready: string }

type Entries = Record<'experience' | 'education', { _id: string }[]>

/** Every screen, filled with content that is hard to fit. */
async function everyScreen(member: (name?: string) => Promise<Member>): Promise<Screen[]> {
  const [ada, fresh] = [await member(`Ada ${long}`), await member('Fresh Member')]
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
  const { experience } = await ada.send<Entries>('PUT', '/api/profile/experience', job)
  const { education } = await ada.send<Entries>('PUT', '/api/profile/education', school)
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
    { path: '/nowhere', as: null, ready: 'Page not found' },
    { path: '/profiles', as: null, ready: 'Developers' },
    { path: `/profile/${ada.id}`, as: null, ready: 'Github Repos' },
    { path: '/profile/nobody', as: null, ready: 'Profile not found' },
    { path: `/profile/${fresh.id}`, as: null, ready: 'Fresh Member' },
    { path: `/profile/${fresh.id}`, as: fresh, ready: 'Fresh Member' },
    { path: '/dashboard', as: fresh, ready: 'Dashboard' },
    { path: '/create-profile', as: fresh, ready: 'Create Profile' },
    { path: '/dashboard', as: ada, ready: 'Experience Credentials' },
    { path: '/settings', as: ada, ready: 'Settings' },
    { path: '/edit-profile', as: ada, ready: 'Edit Profile' },
    { path: '/add-experience', as: ada, ready: 'Add Experience' },
    { path: '/add-education', as: ada, ready: 'Add Education' },
    { path: `/edit-experience/${experience[0]?._id}`, as: ada, ready: 'Edit Experience' },
    { path: `/edit-education/${education[0]?._id}`, as: ada, ready: 'Edit Education' },
    { path: '/edit-education/nothing', as: ada, ready: 'Entry not found' },
    { path: `/profile/${fresh.id}`, as: ada, ready: 'Fresh Member' },
    { path: '/posts', as: ada, ready: 'Posts' },
    { path: `/posts/${id}`, as: ada, ready: 'Leave a Comment!' },
    { path: `/profile/${ada.id}`, as: ada, ready: 'Github Repos' },
  ]
}

async function show(page: Page, { path, as, ready }: Screen): Promise<void> {
  if (as) await as.open(page, path)
  else await page.goto(path)
  await expect(page.getByRole('heading', { name: ready }).first()).toBeVisible()
  await expect(page.getByRole('img', { name: 'Loading...' })).toHaveCount(0)
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const who of ['visitors', 'members']) {
    test(`screens of ${who} meet WCAG 2.2 AA in ${colorScheme}`, async ({ page, member, expectFailures }) => {
      test.setTimeout(150_000)
      expectFailures(EXPECTED_FAILURES)
      await page.emulateMedia({ colorScheme })
      const screens = (await everyScreen(member)).filter(({ as }) => (as === null) === (who === 'visitors'))
      for (const screen of screens) {
        await show(page, screen)
        // Contrasts are the same at every width.
        for (const width of colorScheme === 'light' ? [1280, 390] : [390]) {
          await page.setViewportSize({ width, height: 844 })
          const { violations } = await audit(page, colorScheme)
          expect(
            violations.map(({ id, nodes }) => `${screen.path}: ${id} ${nodes.map(({ html }) => html)}`),
          ).toEqual([])
        }
        await expect(page.locator('h1')).toHaveCount(1)
      }
    })
  }
}

test('no screen scrolls sideways', async ({ page, member, expectFailures }) => {
  test.setTimeout(90_000)
  expectFailures(EXPECTED_FAILURES)
  const screens = (await everyScreen(member)).sort((a, b) => Number(a.as !== null) - Number(b.as !== null))
  for (const screen of screens) {
    await show(page, screen)
    for (const width of [1920, 1280, 1100, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      const tooWide = await page.evaluate((width) => {
        if (document.documentElement.scrollWidth <= width) return []
        const sticksOut = (element: Element) => element.getBoundingClientRect().right > width
        const culprits = [...document.querySelectorAll('body *')].filter(
          (element) => sticksOut(element) && ![...element.children].some(sticksOut),
        )
        return culprits.map(({ outerHTML }) => outerHTML)
      }, width)
      expect(tooWide, `${screen.path} at ${width}`).toEqual([])
    }
  }
})

test('alerts and errors meet WCAG 2.2 AA too', async ({ page, member, expectFailures }) => {
  expectFailures(/\/api\/profile$/)
  const ada = await member()
  await ada.withProfile()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await ada.open(page, '/edit-profile')
    await page.locator('[name=website]').fill('no address')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    const form = await audit(page, colorScheme)
    expect(form.violations).toEqual([])
    await page.locator('[name=website]').fill('')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
  }
})
