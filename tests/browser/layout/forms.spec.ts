import { STATUSES } from '../../../contract/limits.ts'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../test.ts'

test('passwords that differ never reach the server', async ({ page }) => {
  let calls = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls += 1
  })
  await page.goto('/register')
  await page.locator('[name=name]').fill('Ada Lin')
  await page.locator('[name=email]').fill('ada@example.com')
  await page.locator('[name=password]').fill('secret12')
  await page.locator('[name=password2]').fill('secret13')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('Passwords do not match')
  await expect(page.locator('[name=password2]')).toBeFocused()
  await expect(page.locator('[name=password2]')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('[name=password2]')).toHaveAccessibleDescription('Passwords do not match')
  await expect(page.locator('[name=email]')).toHaveValue('ada@example.com')
  expect(calls).toBe(0)
})

test('the browser enforces the required fields of the specification', async ({ page, member }) => {
  const ada = await member()
  const demands = async (path: string, fields: Record<string, Record<string, unknown>>) => {
    await page.goto(path)
    for (const [name, demand] of Object.entries(fields)) {
      const input = page.getByRole('main').locator(`[name=${name}]`)
      await expect(input, `${path} ${name}`).toBeVisible()
      const constraints = await input.evaluate(({ required, type, minLength }: HTMLInputElement) => {
        return { required, type, minLength }
      })
      expect(constraints, `${path} ${name}`).toMatchObject(demand)
    }
  }
  const password = { required: true, type: 'password', minLength: 6 }
  await demands('/login', { email: { required: true, type: 'email' }, password })
  await demands('/register', {
    name: { required: true },
    email: { required: true, type: 'email' },
    password,
    password2: password,
  })
  await ada.withProfile()
  await ada.open(page, '/posts')
  await demands('/add-experience', {
    title: { required: true },
    company: { required: true },
    location: { required: false },
    from: { required: false, type: 'date' },
    to: { required: false, type: 'date' },
    current: { type: 'checkbox' },
    description: { required: false },
  })
  await demands('/add-education', {
    school: { required: true },
    degree: { required: true },
    fieldofstudy: { required: false },
  })
  await demands('/posts', { text: { required: true } })
  await expect(page.locator('[name=text]')).toHaveAttribute('rows', '5')
})

test('every server error becomes a danger alert, and nothing typed is lost', async ({
  page,
  member,
  expectFailures,
}) => {
  expectFailures(/\/api\/profile/)
  const ada = await member()
  await ada.open(page, '/create-profile')
  const status = page.locator('[name=status]')
  await expect(status).toHaveValue('0')
  const options = status.locator('option')
  expect(await options.evaluateAll((all) => all.map((option) => option.getAttribute('value')))).toEqual([
    '0',
    ...STATUSES,
  ])
  await expect(options).toHaveText([
    'Select one',
    'Developer',
    'Junior Developer',
    'Senior Developer',
    'Manager',
    'Student or Learning',
    'Instructor',
    'Intern',
    'Other',
  ])
  await expect(page.getByLabel('Professional Status *')).toBeVisible()
  await expect(page.getByLabel('Skills *')).toBeVisible()
  await page.locator('[name=company]').fill('Northwind')
  await page.locator('[name=website]').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert')).toHaveText([
    'Status is required',
    'Website must be a web address',
    'Skills is required',
  ])
  await expect(status).toBeFocused()
  await expect(page.locator('[name=company]')).toHaveValue('Northwind')
  await expect(page).toHaveURL('/create-profile')
  await page.getByRole('alert').first().getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('alert')).toHaveCount(2)
})

test('login failures are shown as alerts', async ({ page, member, expectFailures }) => {
  expectFailures(/\/api\/(auth|users)$/)
  const ada = await member()
  await page.goto('/login')
  await page.locator('[name=email]').fill(ada.email)
  await page.locator('[name=password]').fill('wrong password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid Credentials')
  await expect(page).toHaveURL('/login')
  await expect(page.locator('[name=email]')).toHaveValue(ada.email)

  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
  await expect(page.getByText(/avatar service/)).toBeVisible()
  await page.locator('[name=name]').fill('Ada')
  await page.locator('[name=email]').fill(ada.email)
  await page.locator('[name=password]').fill('secret12')
  await page.locator('[name=password2]').fill('secret12')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'User already exists' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/login')
})

test('an error is shown once: in its alert, then next to its field until that changes', async ({
  page,
  member,
  expectFailures,
}) => {
  expectFailures(/\/api\/profile/)
  const ada = await member()
  await page.clock.install()
  await ada.open(page, '/create-profile')
  await page.locator('[name=website]').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Submit' }).click()
  const errors = {
    status: 'Status is required',
    website: 'Website must be a web address',
    skills: 'Skills is required',
  }
  await expect(page.getByRole('alert')).toHaveText(Object.values(errors))
  const expectOnce = async () => {
    for (const [name, msg] of Object.entries(errors)) {
      const input = page.locator(`[name=${name}]`)
      await expect(page.getByText(msg)).toHaveCount(1)
      await expect(page.getByText(msg)).toBeVisible()
      await expect(input).toHaveAttribute('aria-invalid', 'true')
      await expect(input).toHaveAccessibleDescription(new RegExp(msg))
    }
  }
  await expectOnce()
  await page.getByRole('alert').first().getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('alert')).toHaveCount(2)
  await expectOnce()
  await page.clock.runFor(5_000)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expectOnce()

  await page.locator('[name=website]').fill('example.org')
  await expect(page.getByText(errors.website)).toHaveCount(0)
  await expect(page.locator('[name=website]')).not.toHaveAttribute('aria-invalid')
  await expect(page.locator('[name=website]')).toBeFocused()
  await expect(page.getByText(errors.skills)).toBeVisible()
  await page.locator('[name=status]').selectOption('Developer')
  await expect(page.getByText(errors.status)).toHaveCount(0)
})

test('the text next to a field follows the alert about passwords that differ', async ({ page }) => {
  await page.goto('/register')
  await page.locator('[name=name]').fill('Ada')
  await page.locator('[name=email]').fill('ada@example.com')
  await page.locator('[name=password]').fill('secret12')
  await page.locator('[name=password2]').fill('secret13')
  await page.getByRole('button', { name: 'Register' }).click()
  const message = page.getByText(/Passwords do/)
  await expect(message).toHaveText('Passwords do not match')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(message).toHaveText("Passwords don't match")
  await expect(page.locator('[name=password2]')).toHaveAccessibleDescription("Passwords don't match")
  await page.locator('[name=password2]').fill('secret12')
  await expect(message).toHaveCount(0)
})

test('an alert disappears after 5000 ms', async ({ page }) => {
  await page.clock.install()
  await page.goto('/register')
  await page.locator('[name=name]').fill('Ada')
  await page.locator('[name=email]').fill('ada@example.com')
  await page.locator('[name=password]').fill('secret12')
  await page.locator('[name=password2]').fill('different')
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.clock.runFor(4900)
  await expect(page.getByRole('alert')).toBeVisible()
  await page.clock.runFor(100)
  await expect(page.getByRole('alert')).toBeHidden()
})

test('social links can be folded away and keep their values', async ({ page, member, expectFailures }) => {
  expectFailures(/\/api\/profile$/)
  const ada = await member()
  await ada.withProfile({ twitter: 'twitter.com/ada', bio: 'Hello' })
  await ada.open(page, '/edit-profile')
  const toggle = page.getByRole('button', { name: 'Add Social Network Links' })
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  for (const network of ['twitter', 'facebook', 'youtube', 'linkedin', 'instagram']) {
    await expect(page.locator(`[name=${network}]`)).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert')).toHaveText('Profile Updated')
  const { social } = await ada.send<{ social: { twitter: string } }>('GET', '/api/profile/me')
  expect(social.twitter).toBe('https://twitter.com/ada')

  await toggle.click()
  await page.locator('[name=linkedin]').fill('javascript:alert(1)')
  await toggle.click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.locator('[name=linkedin]')).toHaveValue('javascript:alert(1)')
  await expect(page.locator('[name=linkedin]')).toBeFocused()
  await expect(page.locator('.alert-danger')).toHaveText('LinkedIn must be a web address')
})

test('both pages of the profile form are prefilled, and neither redirects to the other', async ({
  page,
  member,
  expectFailures,
}) => {
  expectFailures(/\/api\/profile\/me$/)
  const ada = await member()
  await ada.open(page, '/edit-profile')
  await expect(page.getByRole('heading', { name: 'Edit Profile' })).toBeVisible()
  await expect(page.locator('[name=status]')).toHaveValue('0')
  await expect(page).toHaveURL('/edit-profile')
  await ada.withProfile({ bio: 'Already here' })
  await page.goto('/create-profile')
  await expect(page.getByRole('heading', { name: 'Create Profile' })).toBeVisible()
  await expect(page.locator('[name=bio]')).toHaveValue('Already here')
  await expect(page).toHaveURL('/create-profile')
  await page.locator('[name=bio]').fill('Changed')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert')).toHaveText('Profile Updated')
})

test('a wrong order of dates is reported at the field', async ({ page, member, expectFailures }) => {
  expectFailures(/\/api\/profile\/experience$/)
  const ada = await member()
  await ada.withProfile()
  await ada.open(page, '/add-experience')
  await page.locator('[name=title]').fill('Engineer')
  await page.locator('[name=company]').fill('Contoso')
  await page.locator('[name=from]').fill('2021-01-02')
  await page.locator('[name=to]').fill('2021-01-01')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert')).toHaveText('To date must not be before from date')
  await expect(page.locator('[name=to]')).toBeFocused()
  await expect(page.locator('[name=to]')).toHaveValue('2021-01-01')
})

test('the password can be changed, and other sessions ended', async ({ page, member, expectFailures }) => {
  expectFailures(/\/api\/auth\/password$/)
  const ada = await member()
  await ada.withProfile()
  await ada.open(page, '/settings/sessions')
  await ada.send('POST', '/api/auth', { email: ada.email, password: ada.password })
  await page.reload()
  const sessions = page.getByRole('listitem').filter({ hasText: 'Signed in' })
  await expect(sessions).toHaveCount(2)
  await expect(sessions.filter({ hasText: 'This device' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(sessions).toHaveCount(1)

  await page.getByRole('link', { name: 'Account' }).click()
  await page.getByLabel('Current password').fill('wrong password')
  await page.getByLabel('New password').fill('battery staple')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Current password').fill(ada.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.locator('.alert-success')).toHaveText('Password Changed')
  await expect(page.getByLabel('New password')).toHaveValue('')
  await ada.send('POST', '/api/auth', { email: ada.email, password: 'battery staple' })
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBe(ada.token)
  await page.goto('/settings/sessions')
  await expect(sessions).toHaveCount(2)
})

test('skills are completed and removed as chips, and what is sent is the text', async ({ page, member }) => {
  const ada = await member()
  const bob = await member('Bob Stone')
  await bob.withProfile({ skills: 'PostgreSQL' })
  await expect.poll(() => ada.send<unknown[]>('GET', '/api/skills?prefix=postg')).toHaveLength(1)
  await ada.withProfile({ skills: 'HTML,CSS' })
  await ada.open(page, '/edit-profile')
  const skills = page.getByRole('textbox', { name: 'Skills' })
  const offered = page.getByRole('option', { name: 'PostgreSQL' })
  await expect(skills).toHaveValue('HTML,CSS')
  await skills.press('End')
  await skills.pressSequentially(', Postg')
  await offered.click()
  await expect(skills).toHaveValue('HTML, CSS, PostgreSQL, ')
  await expect(skills).toBeFocused()
  await page.keyboard.type('Rust')
  await page.getByRole('button', { name: 'Remove HTML' }).click()
  await expect(skills).toHaveValue('CSS, PostgreSQL, Rust')
  await page.getByRole('button', { name: 'Remove PostgreSQL' }).click()
  await page.keyboard.type(', Postg')
  await expect(offered).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(offered).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(skills).toHaveValue('CSS, Rust, PostgreSQL, ')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert')).toHaveText('Profile Updated')
  const profile = await ada.send<{ skills: string[] }>('GET', '/api/profile/me')
  expect(profile.skills).toEqual(['CSS', 'Rust', 'PostgreSQL'])
})

test('Enter adds the skill that has been typed, and sends nothing', async ({ page, member }) => {
  const ada = await member()
  await ada.withProfile({ skills: 'HTML' })
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(request.url())
  })
  await ada.open(page, '/edit-profile')
  const skills = page.locator('[name=skills]')
  await skills.press('End')
  await skills.pressSequentially(', Postgre')
  await skills.press('Enter')
  await expect(skills).toHaveValue('HTML, Postgre, ')
  await expect(page.getByRole('button', { name: 'Remove Postgre' })).toBeVisible()
  await skills.press('Enter')
  await expect(skills).toHaveValue('HTML, Postgre, ')
  expect(writes).toEqual([])
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByRole('button', { name: 'Submit' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ skills: 'HTML, Postgre' })
})

test('a form has no button but the one that submits it', async ({ page, member }) => {
  const ada = await member()
  await ada.withProfile({ skills: 'HTML,CSS' })
  const { _id: id } = await ada.send<{ _id: string }>('POST', '/api/posts', { text: 'Hello' })
  await ada.send('POST', `/api/posts/comment/${id}`, { text: 'Anyone?' })
  const expectOne = async (submit: string, more: string[] = []) => {
    const form = page.locator('form').filter({ has: page.getByRole('button', { name: submit }) })
    await expect(form.getByRole('button'), submit).toHaveText([...more, submit])
  }
  for (const [path, submit] of [
    ['/login', 'Login'],
    ['/register', 'Register'],
  ] as const) {
    await page.goto(path)
    await expectOne(submit)
  }
  await ada.open(page, '/edit-profile')
  await page.locator('[name=bio]').fill('Not saved')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose picture' })).toBeVisible()
  await expectOne('Submit', ['Add Social Network Links'])
  for (const path of ['/add-experience', '/add-education', '/add-project']) {
    await page.goto(path)
    await page.locator('[name=description]').fill('Not saved')
    await page.reload()
    await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible()
    await expectOne('Submit')
  }
  await page.goto('/settings/picture')
  await page.getByLabel('Picture', { exact: true }).setInputFiles('web/public/icon-512.png')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expectOne('Save picture')
  await page.goto(`/posts/${id}`)
  await expectOne('Submit')
  await page.getByRole('button', { name: 'Edit post' }).click()
  await page.getByLabel('Edit post').fill('Not saved')
  await page.reload()
  await page.getByRole('button', { name: 'Edit post' }).click()
  await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible()
  await expectOne('Save')
  await page.getByRole('button', { name: 'Reply' }).click()
  await expectOne('Send reply')
})
