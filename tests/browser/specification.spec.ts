import { expect, type Locator, type Page, test } from '@playwright/test'
import { Member } from './members.ts'
import { watch } from './page-errors.ts'
import { readAll } from './specification-readings.ts'
import { type Expected, expectOnce, screens } from './specification-screens.ts'
import { type Manner, SpecificationServer } from './specification-server.ts'
import { test as siteTest } from './test.ts'

const manners: Record<string, Manner> = {
  'refuses where there is no profile, responds to deletions with nothing, and leaves out what is empty': {
    noProfile: 'refused',
    deletions: 'empty',
    unknownCalls: 401,
    lean: true,
  },
  'returns null where there is no profile, and does not respond to unknown calls': {
    noProfile: 'null',
    deletions: 'text',
    unknownCalls: 'no response',
    lean: false,
  },
}

const alert = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: text }).and(page.locator('.alert.alert-success'))

for (const [how, manner] of Object.entries(manners)) {
  const tag = manner.lean ? [] : '@all'
  test(`the page works on a server that implements only the specification and ${how}`, { tag }, async ({
    page,
  }) => {
    test.slow()
    const server = new SpecificationServer(manner)
    const site = await server.start()
    const noise = watch(page)
    const go = (path: string) => page.goto(`${site}${path}`)
    const fill = (name: string, value: string) => page.locator(`[name=${name}]`).fill(value)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

    await test.step('registers', async () => {
      await go('/')
      await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
      await fill('name', 'Ada Byrne')
      await fill('email', 'ada@example.com')
      await fill('password', 'secret12')
      await fill('password2', 'secret12')
      await press('Register')
      await expect(page).toHaveURL(`${site}/dashboard`)
      await expect(page.getByText('Welcome Ada Byrne')).toBeVisible()
    })

    await test.step('has no profile yet, and no Delete Account button on the dashboard', async () => {
      await expect(page.getByText('You have not yet set up a profile, please add some info')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Delete Account' })).toHaveCount(0)
      await go('/edit-profile')
      await expect(page.getByRole('heading', { name: 'Edit Profile' })).toBeVisible()
      await expect(page.locator('[name=status]')).toHaveValue('0')
      await expect(page).toHaveURL(`${site}/edit-profile`)
    })

    await test.step('creates a profile with only the required fields', async () => {
      await go('/create-profile')
      await page.locator('[name=status]').selectOption({ value: 'Developer' })
      await fill('skills', 'HTML, CSS')
      await press('Submit')
      await expect(alert(page, 'Profile Created')).toBeVisible()
      await expect(page).toHaveURL(`${site}/dashboard`)
      const rows = page.locator('tbody tr')
      await expect(page.getByRole('table')).toHaveCount(2)
      await expect(rows).toHaveCount(0)
      await expect(page.getByText(/No (experience|education) credentials/)).toHaveCount(0)
      await page.reload()
      await expect(page.getByRole('table')).toHaveCount(2)
    })

    await test.step('opens it from the list of developers', async () => {
      await page.getByRole('link', { name: 'Developers' }).click()
      await page.getByRole('link', { name: 'View Profile' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Byrne')
      await expect(page.getByText('No experience credentials')).toBeVisible()
      await expect(page.getByText('No education credentials')).toBeVisible()
      await expect(page.locator('main img').first()).toBeVisible()
      await page.getByRole('link', { name: 'Edit Profile' }).click()
    })

    await test.step('changes it, with social links that a folded block keeps', async () => {
      await expect(page.locator('[name=skills]')).toHaveValue('HTML,CSS')
      await expect(page.locator('[name=twitter]')).toHaveCount(0)
      await press('Add Social Network Links')
      await fill('twitter', 'https://twitter.com/ada')
      await press('Add Social Network Links')
      await expect(page.locator('[name=twitter]')).toHaveCount(0)
      await fill('githubusername', 'ada')
      await fill('bio', 'I build tools.')
      await press('Submit')
      await expect(alert(page, 'Profile Updated')).toBeVisible()
      await press('Add Social Network Links')
      await expect(page.locator('[name=twitter]')).toHaveValue('https://twitter.com/ada')
      await go('/create-profile')
      await expect(page.locator('[name=bio]')).toHaveValue('I build tools.')
      await expect(page).toHaveURL(`${site}/create-profile`)
    })

    await test.step('adds a current job and a finished school', async () => {
      await go('/add-experience')
      await fill('title', 'Engineer')
      await fill('company', 'Contoso')
      await fill('from', '2020-01-02')
      await page.locator('[name=current]').check()
      await press('Submit')
      await expect(alert(page, 'Experience Added')).toBeVisible()
      await go('/add-education')
      await fill('school', 'Coimbra')
      await fill('degree', 'MSc')
      await fill('from', '2012-03-01')
      await fill('to', '2016-12-31')
      await press('Submit')
      await expect(alert(page, 'Education Added')).toBeVisible()
      await expect(page.locator('tbody tr').first()).toHaveText('ContosoEngineer2020/01/02 - NowDelete')
      await expect(page.locator('tbody tr').last()).toHaveText('CoimbraMSc2012/03/01 - 2016/12/31Delete')
    })

    await test.step('shows all of it on the profile', async () => {
      await page.getByRole('link', { name: 'Developers' }).click()
      await page.getByRole('link', { name: 'View Profile' }).click()
      await expect(page.getByText("Ada's Bio")).toBeVisible()
      await expect(page.getByText('Jan 2020 – now')).toBeVisible()
      await expect(page.getByText('Mar 2012 – Dec 2016 · 4 yrs 10 mos')).toBeVisible()
      await expect(page.getByRole('link', { name: 'repo-of-ada' })).toBeVisible()
      await expect(page.getByText('Stars: 3')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Twitter' })).toBeVisible()
    })

    await test.step('posts, likes and discusses, with counts from the lists themselves', async () => {
      await page.getByRole('link', { name: 'Posts', exact: true }).click()
      await fill('text', 'Hello everyone')
      await press('Submit')
      await expect(alert(page, 'Post Created')).toBeVisible()
      const post = page.getByRole('article').filter({ hasText: 'Hello everyone' })
      const like = post.getByRole('button', { name: 'Like', exact: true })
      await expect(like).toHaveText('')
      await like.click()
      await expect(like).toHaveText('1')
      await post.getByRole('link', { name: 'Discussion' }).click()
      await fill('text', 'Welcome!')
      await press('Submit')
      await expect(alert(page, 'Comment Added')).toBeVisible()
      await go('/posts')
      await expect(like).toHaveText('1')
      await expect(post.getByRole('link', { name: 'Discussion' })).toHaveText('Discussion1')
      await post.getByRole('button', { name: 'Unlike' }).click()
      await expect(like).toHaveText('')
      await post.getByRole('link', { name: 'Discussion' }).click()
      await press('Delete comment')
      await expect(alert(page, 'Comment Removed')).toBeVisible()
      await expect(page.getByText('Welcome!')).toHaveCount(0)
      await page.getByRole('link', { name: 'Back To Posts' }).click()
      await press('Delete post')
      await expect(alert(page, 'Post Removed')).toBeVisible()
      await expect(page.getByText('Hello everyone')).toHaveCount(0)
    })

    await test.step('shows "not found" for missing things', async () => {
      for (const filter of ['feed=questions', 'tag=sql']) {
        await go(`/posts?${filter}`)
        await expect(page.getByPlaceholder('Say Something...')).toBeVisible()
      }
      await go('/posts/nothing')
      await expect(page.getByRole('heading', { name: 'Post not found' })).toBeVisible()
      await go('/profile/nobody')
      await expect(page.getByRole('heading', { name: 'Profile not found' })).toBeVisible()
    })

    await test.step('stays signed in when calls beyond the specification fail', async () => {
      await go('/settings/sessions')
      await expect(page.getByText("Couldn't load this list.")).toBeVisible()
      await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
      await expect(page).toHaveURL(`${site}/settings/sessions`)
    })

    await test.step('logs out without leaving the page, and in again', async () => {
      await go('/profiles')
      await press('Logout')
      await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
      await expect(page).toHaveURL(`${site}/profiles`)
      await page.getByRole('link', { name: 'Login' }).click()
      await fill('email', 'ada@example.com')
      await fill('password', 'wrong password')
      await press('Login')
      await expect(page.locator('.alert.alert-danger')).toHaveText('Invalid Credentials')
      await fill('password', 'secret12')
      await press('Login')
      await expect(page).toHaveURL(`${site}/dashboard`)
    })

    await test.step('removes credentials and the account, confirmed in the browser dialog', async () => {
      await page.getByRole('table').first().getByRole('button', { name: 'Delete' }).click()
      await expect(alert(page, 'Experience Removed')).toBeVisible()
      await page.getByRole('table').last().getByRole('button', { name: 'Delete' }).click()
      await expect(alert(page, 'Education Removed')).toBeVisible()
      const requestedPaths: string[] = []
      page.once('dialog', (dialog) => {
        requestedPaths.push(`${dialog.type()}: ${dialog.message()}`)
        void dialog.accept()
      })
      await press('Delete Account')
      await expect(alert(page, 'Your account has been permanently deleted')).toBeVisible()
      await expect(page).toHaveURL(`${site}/login`)
      expect(requestedPaths).toEqual(['confirm: Are you sure? This can NOT be undone'])
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    })

    expect(server.breaches).toEqual([])
    expect(noise).toEqual([])
    server.stop()
  })
}

const OTHERS = [
  ...['Linus', 'Grace', 'Barbara', 'Donald', 'Edsger', 'Frances', 'Guido', 'Hedy', 'Ivan', 'Joan'],
  ...['Katherine', 'Leslie', 'Margaret', 'Niklaus', 'Ole', 'Peter', 'Radia', 'Sophie', 'Tim'],
]

async function join(base: string, name: string, number: number): Promise<Member> {
  const member = await new Member(base, name).register()
  const skills = Array.from({ length: 5 }, (_, index) => `Skill${number}.${index + 1}`).join(',')
  await member.withProfile({ company: `Works ${number}.`, location: `Town ${number}.`, skills })
  await member.writePost(`Greetings number ${number}.`)
  return member
}

// Each width hides what the other shows.
for (const [width, others] of [
  [390, 0],
  [1280, 0],
  [390, OTHERS.length],
  [1280, OTHERS.length],
] as const) {
  const people = others === 0 ? 'one person' : `${others + 1} people`
  siteTest(
    `at ${width} px, with ${people}, the simplest locator finds all that the specification names exactly once`,
    { tag: others === 0 ? [] : '@all' },
    async ({ page, emptySite, expectFailures }) => {
      test.setTimeout(180_000)
      expectFailures(/\/api\/profile\/me$/)
      const go = (path: string) => page.goto(`${emptySite}${path}`)
      const fill = (name: string, value: string) => page.locator(`[name="${name}"]`).fill(value)
      const send = () => page.locator('form button').first().click()
      const main = page.locator('main')
      const bar = page.locator('nav')
      const check = async (...parts: [scope: Page | Locator, expected: Expected][]) => {
        for (const [scope, expected] of parts) await expectOnce(scope, expected)
      }
      await page.setViewportSize({ width, height: 900 })
      const neighbors: Member[] = []
      // Otherwise the next Linus would get a handle with a number.
      await (await new Member(emptySite, 'Linus').register()).leave()
      for (const [index, name] of OTHERS.slice(0, others).entries()) {
        neighbors.push(await join(emptySite, name, index + 1))
      }
      let id = ''

      await test.step('screens of visitors', async () => {
        await go('/')
        await check(
          [bar, screens.visitorBar],
          [main, screens.landing],
          [page, { css: ['nav'], link: ['Sign Up'] }],
        )
        await go('/profiles')
        await check([page, screens.developers])
        if (others === 0) await check([page, { text: ['No profiles found...'] }])
        await go('/login')
        await check([main, screens.login])
        await go('/register')
        await check([main, screens.register])
        await expect.soft(main.getByLabel('Password')).toHaveCount(2)
        await fill('name', 'Ada Byrne')
        await fill('email', 'ada@example.com')
        await fill('password', 'secret12')
        await fill('password2', 'secret12')
        await send()
        await expect(page).toHaveURL(`${emptySite}/dashboard`)
      })

      await test.step('dashboard without a profile', async () => {
        await check(
          [page, { ...screens.emptyDashboard, css: ['nav'] }],
          [page, { text: ['Ada Byrne', 'Welcome Ada Byrne'] }],
          [bar, screens.memberBar],
        )
        await page.getByRole('link', { name: 'Profile' }).click()
      })

      await test.step('profile form', async () => {
        await check(
          [main, screens.profileForm],
          [page, { heading: ['Create Profile'], text: ['Create Profile'] }],
        )
        await page.locator('[name="status"]').selectOption('Senior Developer')
        await fill('company', 'Contoso')
        await fill('location', 'Lisbon')
        await fill('website', 'https://ada.example')
        await fill('skills', 'HTML, CSS, SQL, Haskell, Rust')
        await fill('githubusername', 'octo')
        await fill('bio', 'I build tools.')
        await page.getByRole('button', { name: 'Social' }).click()
        await check([main, screens.socialLinks])
        for (const name of screens.socialLinks.name) await fill(name, 'ada')
        await page.getByRole('button', { name: 'Submit' }).click()
        await check([page, { text: ['Profile Created'], css: ['.alert.alert-success'] }])
        await check([page, { ...screens.dashboard, text: [...screens.dashboard.text, 'Company', 'Delete'] }])
        await go('/edit-profile')
        await check(
          [main, screens.profileForm],
          [page, { heading: ['Edit Profile'], text: ['Edit Profile'] }],
        )
      })

      await test.step('credentials', async () => {
        await go('/profiles')
        await page.getByRole('link', { name: 'Dashboard' }).click()
        await page.getByRole('link', { name: 'Add Experience' }).click()
        await check([page, screens.addExperience])
        await page.reload()
        await check([page, screens.addExperience])
        await fill('title', 'Engineer')
        await fill('company', 'Fabrikam')
        await fill('from', '2020-01-02')
        await page.getByLabel('Current').check()
        await expect(page.getByLabel('To Date')).toBeDisabled()
        await send()
        await check([page, { text: ['Experience Added'] }])
        await page.getByRole('link', { name: 'Add Education' }).click()
        await check([page, screens.addEducation])
        await page.reload()
        await check([page, screens.addEducation])
        await fill('school', 'Coimbra')
        await fill('degree', 'MSc')
        await fill('from', '2012-03-01')
        await fill('to', '2016-12-31')
        await send()
        await check([page, { text: ['Education Added'] }])
      })

      await test.step('dashboard with a profile', async () => {
        await check(
          [page, screens.dashboard],
          [page, { text: ['Ada Byrne', 'Fabrikam', 'Engineer', '2020/01/02 - Now'] }],
          [page, { text: ['Coimbra', 'MSc', '2012/03/01 - 2016/12/31'] }],
          [
            page.getByRole('table').first(),
            { text: ['Company', 'Title', 'Years', 'Delete'], button: ['Delete'] },
          ],
          [
            page.getByRole('table').last(),
            { text: ['School', 'Degree', 'Years', 'Delete'], button: ['Delete'] },
          ],
        )
      })

      await test.step('developers', async () => {
        await page.getByRole('link', { name: 'Developers' }).click()
        await page.getByText('Contoso').waitFor()
        id =
          (await page.getByRole('link', { name: 'View Profile' }).first().getAttribute('href'))?.slice(9) ??
          ''
        await check(
          [page, { ...screens.developers, css: ['nav'], href: [`/profile/${id}`] }],
          [page, { heading: ['Ada Byrne'], text: ['Ada Byrne', 'Senior Developer at Contoso', 'Lisbon'] }],
          [main, { text: ['HTML', 'CSS', 'SQL', 'Haskell'] }],
        )
        await expect(page.getByText('Rust')).toHaveCount(0)
        await expect(page.getByRole('heading', { name: 'Ada Byrne' })).toHaveText('Ada Byrne')
        await expect(page.getByRole('link', { name: 'View Profile' })).toHaveCount(others + 1)
        for (const [index, { name, id }] of neighbors.entries()) {
          const number = index + 1
          const skills = [1, 2, 3, 4].map((skill) => `Skill${number}.${skill}`)
          const text = [name, `Works ${number}.`, `Town ${number}.`, ...skills]
          await expectOnce(page, { heading: [name], href: [`/profile/${id}`], text })
          await expect(page.getByText(`Skill${number}.5`)).toHaveCount(0)
        }
      })

      await test.step('profile', async () => {
        await go(`/profile/${id}`)
        await check(
          [main, screens.profile],
          [page, { css: ['nav'], href: ['/edit-profile'], link: ['Edit Profile'], text: ['Edit Profile'] }],
          [page, { heading: ['Ada Byrne', "Ada's Bio"], text: ['Ada Byrne', "Ada's Bio", 'I build tools.'] }],
          [page, { text: ['Senior Developer at Contoso', 'Contoso', 'Lisbon', 'A tiny layout engine'] }],
          [
            page,
            { text: ['HTML', 'CSS', 'SQL', 'Haskell', 'Rust', 'Fabrikam', 'Engineer', 'Coimbra', 'MSc'] },
          ],
        )
        await expect(page.getByRole('heading', { name: 'Ada Byrne' })).toHaveText('Ada Byrne')
        const [linus] = neighbors
        if (!linus) return
        await go(`/profile/${linus.id}`)
        await check([page, { heading: ['Linus'], text: ['Linus', 'No experience credentials', 'Works 1.'] }])
        await check([page, { text: ['No education credentials', 'Town 1.', 'Skill1.5'], css: ['nav'] }])
        await expect(page.getByRole('link', { name: 'Edit Profile' })).toHaveCount(0)
      })

      await test.step('posts', async () => {
        await page.getByRole('link', { name: 'Posts' }).click()
        await check([page, { ...screens.posts, css: [...screens.posts.css, 'nav'] }])
        await fill('text', 'Hello everyone')
        await send()
        await check([page, { text: ['Post Created', 'Hello everyone'] }])
        await expect(page.locator('[name="text"]')).toHaveValue('')
        const post = page.getByRole('article').filter({ hasText: 'Hello everyone' })
        await check(
          [post, { text: ['Ada Byrne', 'Hello everyone', 'Posted on', 'Discussion'] }],
          [
            post,
            { link: ['Ada Byrne', 'Discussion'], button: ['Unlike', 'Delete'], href: [`/profile/${id}`] },
          ],
        )
        await check([page, { href: [`/profile/${id}`], text: ['Ada Byrne'] }])
        await expect(page.locator(`a[href="/profile/${id}"]`)).toHaveText('Ada Byrne')
        await expect(post.getByText(/^Posted on \d\d\/\d\d\/\d{4}$/)).toHaveCount(1)
        await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(1)
        for (const [index, { name, id }] of neighbors.entries()) {
          await expectOnce(page, { text: [name, `Greetings number ${index + 1}.`], href: [`/profile/${id}`] })
          await expect(page.locator(`a[href="/profile/${id}"]`)).toHaveText(name)
        }
        const like = post.getByRole('button', { name: 'Like', exact: true })
        const unlike = post.getByRole('button', { name: 'Unlike' })
        await expect(unlike).toBeEnabled()
        await unlike.click()
        await like.click()
        await expect(like).toHaveText('1')
        await unlike.click()
        await expect(like).toHaveText('')
        await post.getByRole('link', { name: 'Discussion' }).click()
      })

      await test.step('post', async () => {
        await check([page, { ...screens.post, css: [...screens.post.css, 'nav', 'article'] }])
        const post = page.getByRole('article').first()
        await check([post, { text: ['Ada Byrne', 'Hello everyone', 'Posted on'], href: [`/profile/${id}`] }])
        await check([page, { text: ['Ada Byrne', 'Hello everyone'], href: [`/profile/${id}`] }])
        await fill('text', 'Welcome!')
        await send()
        await check([page, { text: ['Comment Added', 'Welcome!'] }])
        await expect(page.locator('[name="text"]')).toHaveValue('')
        const comment = page.getByRole('article').filter({ hasText: 'Welcome!' })
        await check([comment, { text: ['Ada Byrne', 'Welcome!', 'Posted on'], button: ['Delete'] }])
        await check([page, { button: ['Delete'] }])
        await expect(post.getByRole('button')).toHaveCount(0)
      })
    },
  )
}

for (const timezoneId of ['America/Los_Angeles', 'Pacific/Auckland']) {
  siteTest.describe(() => {
    siteTest.use({ timezoneId })
    const tag = timezoneId === 'America/Los_Angeles' ? [] : '@all'
    siteTest(
      `in ${timezoneId} an empty instance stands up to every reading of the decisions`,
      { tag },
      async ({ page, emptySite }) => {
        test.slow()
        const ada = await new Member(emptySite, 'Ada Byrne').register()
        await readAll({ page, base: emptySite, ada, isOurs: true })
      },
    )
  })
}

siteTest(
  '15 people and 60 posts stand up to every reading of the decisions',
  { tag: '@all' },
  async ({ page, emptySite }) => {
    test.slow()
    const people: Member[] = []
    for (const [index, name] of OTHERS.slice(0, 14).entries()) {
      people.push(await join(emptySite, name, index + 1))
    }
    for (let post = people.length; post < 60; post += 1) {
      await people[post % people.length]?.writePost(`Post number ${post}.`)
    }
    const ada = await new Member(emptySite, 'Ada Byrne').register()
    await readAll({ page, base: emptySite, ada, isOurs: true })
  },
)

for (const [how, manner] of Object.entries(manners)) {
  const tag = manner.lean ? [] : '@all'
  test(`a server that ${how} stands up to every reading of the decisions`, { tag }, async ({ page }) => {
    test.slow()
    const server = new SpecificationServer(manner)
    const base = await server.start()
    const noise = watch(page)
    const ada = await new Member(base, 'Ada Byrne').register()
    await readAll({ page, base, ada, isOurs: false })
    expect(noise).toEqual([])
    server.stop()
  })
}

siteTest('the bare API stands up to every reading of the decisions', async ({ emptySite }) => {
  const ada = await new Member(emptySite, 'Ada Byrne').register()
  const send = async (method: string, path: string, body?: unknown) => {
    const headers = { 'x-auth-token': ada.token, 'content-type': 'application/json' }
    const response = await fetch(emptySite + path, { method, headers, body: JSON.stringify(body) })
    return { status: response.status, body: await response.json() }
  }
  const refused = (msg: string, field: string) => ({ status: 400, body: { errors: [{ msg, field }] } })
  const profile = { status: 'Developer', skills: 'HTML, CSS' }
  for (const status of ['0', '']) {
    expect
      .soft(await send('POST', '/api/profile', { ...profile, status }))
      .toEqual(refused('Status is required', 'status'))
  }
  expect
    .soft(await send('POST', '/api/profile', { ...profile, status: 'Wizard' }))
    .toEqual(refused('Please choose a status from the list', 'status'))
  const social = { twitter: 'ada', linkedin: 'https://linkedin.com/in/ada' }
  const nested = await send('POST', '/api/profile', { ...profile, social })
  expect.soft(nested.body.social).toMatchObject({ ...social, twitter: 'https://twitter.com/ada' })
  const flat = await send('POST', '/api/profile', { ...profile, twitter: 'lovelace', social })
  expect.soft(flat.body.social).toMatchObject({ twitter: 'https://twitter.com/lovelace' })

  const id = await ada.writePost('Hello')
  const reads = ['/api/auth', '/api/profile', '/api/profile/me', `/api/profile/user/${ada.id}`, '/api/posts']
  for (const path of [...reads, `/api/posts/${id}`]) {
    expect.soft(await send('GET', `${path}/`), path).toEqual(await send('GET', path))
  }
  const job = { title: 'Engineer', company: 'Contoso', from: '2020-01-02', to: '', current: true }
  const added = await send('PUT', '/api/profile/experience/', job)
  expect.soft(added.body.experience).toMatchObject([{ from: '2020-01-02', to: null, current: true }])
  const liked = await send('PUT', `/api/posts/like/${id}/`)
  expect.soft(liked.body).toMatchObject([{ user: ada.id }])
  const commented = await send('POST', `/api/posts/comment/${id}/`, { text: 'Welcome' })
  expect.soft(commented.body).toMatchObject([{ text: 'Welcome', name: 'Ada Byrne' }])
  const deleted = await send('DELETE', `/api/posts/${id}/`)
  expect.soft(deleted).toEqual({ status: 200, body: { msg: 'Post removed' } })
  const deletion = await send('DELETE', '/api/profile/')
  expect.soft(deletion).toEqual({ status: 200, body: { msg: 'User deleted' } })
})
