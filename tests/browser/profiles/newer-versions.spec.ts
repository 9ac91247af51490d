import { expect, test } from '../test.ts'

const PERIOD = { from: '2020-01-01', to: '2021-12-31' }

const forms = [
  {
    noun: 'profile',
    edit: 'Edit Profile',
    add: { path: '/api/profile', body: { status: 'Developer', skills: 'HTML', location: 'Lisbon' } },
    field: 'location',
    success: 'Profile Updated',
  },
  {
    noun: 'experience',
    edit: 'Edit',
    add: { path: '/api/profile/experience', body: { title: 'Engineer', company: 'Lisbon', ...PERIOD } },
    field: 'company',
    success: 'Experience Updated',
  },
  {
    noun: 'education',
    edit: 'Edit',
    add: { path: '/api/profile/education', body: { school: 'Lisbon', degree: 'MSc', ...PERIOD } },
    field: 'school',
    success: 'Education Updated',
  },
  {
    noun: 'projects',
    edit: 'Edit project',
    add: { path: '/api/profile/projects', body: { name: 'Lisbon' } },
    field: 'name',
    success: 'Project Updated',
  },
] as const

for (const { noun, edit, add, field, success } of forms) {
  test(`the form for ${noun} never replaces a version that it has not shown`, async ({ page, member }) => {
    const ada = await member()
    await ada.withProfile()
    const isProfile = noun === 'profile'
    const added = await ada.send<Record<string, { _id: string }[]>>(
      isProfile ? 'POST' : 'PUT',
      add.path,
      add.body,
    )
    const id = added[noun]?.[0]?._id
    const changeElsewhere = (value: string) =>
      ada.send(isProfile ? 'POST' : 'PUT', isProfile ? add.path : `${add.path}/${id}`, {
        ...add.body,
        [field]: value,
      })
    const valueOnServer = async () => {
      const profile = await ada.send<Record<string, unknown>>('GET', '/api/profile/me')
      const item = isProfile ? profile : (profile[noun] as Record<string, unknown>[])[0]
      return item?.[field]
    }
    await ada.open(page, '/dashboard')
    const link = page.getByRole('main').getByRole('link', { name: edit, exact: true })
    await expect(link).toBeVisible()
    await changeElsewhere('Porto')
    await link.click()
    const input = page.locator(`[name=${field}]`)
    await expect(input).toHaveValue('Porto')

    await changeElsewhere('Faro')
    await input.fill('Braga')
    const submit = page.getByRole('button', { name: 'Submit' })
    await submit.click()
    await expect(page.getByText('This was changed somewhere else while you were editing.')).toBeInViewport()
    expect(await valueOnServer()).toBe('Faro')
    await page.getByRole('button', { name: 'Show newer version' }).click()
    await expect(input).toHaveValue('Faro')
    await expect(page.getByText('What is saved has changed since.')).toBeVisible()
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(input).toHaveValue('Braga')

    await changeElsewhere('Sintra')
    await submit.click()
    await expect(page.getByRole('button', { name: 'Show newer version' })).toBeVisible()
    await submit.click()
    await expect(page.getByRole('alert')).toHaveText(success)
    await expect(page.getByRole('button', { name: 'Show newer version' })).toHaveCount(0)
    expect(await valueOnServer()).toBe('Braga')
  })
}
