import type { Page } from '@playwright/test'
import { READING_MODES } from '../../../contract/limits.ts'
import { Community } from '../community.ts'
import { layoutShifts } from '../layout-shifts.ts'
import { expect, test } from '../test.ts'

let community: Community
let author = ''
let post = ''
test.describe.configure({ mode: 'serial', timeout: 120_000 })
test.beforeAll(async () => {
  community = await Community.start()
  const ada = await community.member('Ada Lin')
  author = ada.id
  await ada.send('POST', '/api/profile', {
    status: 'Developer',
    skills: 'SQL, Rust',
    company: 'Contoso',
    location: 'Porto',
    bio: 'I **index** things',
    website: 'https://ada.example',
    twitter: 'ada',
  })
  await ada.send('PUT', '/api/profile/experience', {
    title: 'Engineer',
    company: 'Initech',
    from: '2020-01-01',
  })
  await ada.send('PUT', '/api/profile/education', { school: 'MIT', degree: 'BSc' })
  await ada.writePost('An older post')
  post = await ada.writePost('How do I *name* things? <b>#naming</b>')
  await community.admin.send('POST', `/api/posts/comment/${post}`, { text: 'Slowly.' })
})
test.afterAll(() => community.stop())

const PATHS = () => ({
  profile: `/profile/${author}`,
  handle: '/@ada-lin',
  profiles: '/profiles',
  posts: '/posts',
  post: `/posts/${post}`,
  tag: '/posts?tag=naming',
})

test('pages can be read without scripts, as far as the community allows', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: community.base })
  const page = await context.newPage()
  const main = page.getByRole('main')
  for (const reading of READING_MODES) {
    await community.change({ reading })
    const { profile, handle, profiles, posts, post: onePost, tag } = PATHS()
    for (const path of [profile, handle]) {
      await page.goto(path)
      await expect(main.getByRole('heading', { level: 1 })).toHaveText('Ada Lin')
      await expect(main).toContainText(
        /Developer at Contoso.*Porto.*I index things.*SQL.*Rust.*Engineer.*Initech.*MIT.*BSc/s,
      )
      await expect(main.locator('a[rel~="me"]')).toHaveCount(2)
    }
    await page.goto(profiles)
    await main.getByRole('link', { name: 'Ada Lin' }).click()
    await expect(page).toHaveURL(community.base + profile)
    for (const path of [posts, onePost, tag]) {
      await page.goto(path)
      if (reading === 'members') {
        await expect(page.locator('body')).not.toContainText('How do I')
        continue
      }
      await expect(main).toContainText('How do I name things? <b>#naming</b>')
      await expect(main.getByRole('link', { name: 'Ada Lin' }).first()).toHaveAttribute('href', profile)
    }
  }
  await page.goto('/posts')
  await expect(main.getByRole('article')).toContainText(['How do I', 'An older post'])
  await main.getByRole('link', { name: 'Discussion' }).first().click()
  await expect(main).toContainText('Slowly.')
  await page.goto('/posts?tag=naming')
  await expect(main.getByRole('article')).toHaveCount(1)
  await context.close()
})

test('with scripts it is hidden from the first paint on, and gone with the page', { tag: '@all' }, async ({
  page,
}) => {
  await community.change({ reading: 'public' })
  const content = page.locator('.without-scripts')
  for (const path of Object.values(PATHS())) {
    const painted = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await painted.promise
      await route.continue()
    })
    await page.goto(community.base + path, { waitUntil: 'commit' })
    await expect(page.getByRole('img', { name: 'Loading...' })).toBeVisible()
    await expect(content).toHaveCount(1)
    await expect(content).toBeHidden()
    expect(await layoutShifts(page)).toEqual([])
    painted.resolve()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
    await expect(content).toHaveCount(0)
  }
})

for (const reading of READING_MODES) {
  const name = `where ${reading} may read, nothing moves while the page takes over on a slow phone`
  test(name, { tag: '@all' }, async ({ browser }) => {
    await community.change({ reading })
    const { profile, profiles, posts, post: onePost, tag } = PATHS()
    const signIn = 'No account yet?'
    const pages = {
      '/': 'Sign Up',
      [profile]: 'Initech',
      [profiles]: 'View Profile',
      [posts]: reading === 'public' ? 'An older post' : signIn,
      [onePost]: reading === 'public' ? 'Slowly.' : signIn,
      [tag]: reading === 'public' ? 'How do I' : signIn,
    }
    for (const [path, content] of Object.entries(pages)) {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
      const page = await context.newPage()
      await slowDown(page)
      await community.open(page, path)
      await expect(page.getByRole('main').getByText(content).first()).toBeVisible()
      await expect(page.getByRole('img', { name: 'Loading...' })).toHaveCount(0)
      await page.evaluate(async () => void (await document.fonts.ready))
      expect(await layoutShifts(page), path).toEqual([])
      await context.close()
    }
  })
}

async function slowDown(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 100,
    downloadThroughput: 500_000,
    uploadThroughput: 100_000,
  })
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}
