import { readFile } from 'node:fs/promises'
import { routeLater } from '../switchable-route.ts'
import { expect, test } from '../test.ts'

for (const width of [390, 1280]) {
  test(`at ${width} px a new name also appears on existing posts`, async ({ page, member }) => {
    await page.setViewportSize({ width, height: 800 })
    const ada = await member('Ada Lin')
    await ada.withProfile()
    await ada.writePost(`Written before ${width}`)
    await ada.open(page, '/settings')
    const name = page.getByLabel('Name', { exact: true })
    await expect(name).toHaveValue('Ada Lin')
    await name.fill('Ada Byrne')
    await page.getByRole('button', { name: 'Change name' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Name Changed' })).toBeVisible()
    await page.goto('/posts')
    const post = page.getByRole('article').filter({ hasText: `Written before ${width}` })
    await expect(post.getByRole('link', { name: 'Ada Byrne' })).toBeVisible()
    await page.goto('/dashboard')
    await expect(page.getByText('Welcome Ada Byrne')).toBeVisible()
  })
}

test('all data can be downloaded as one file, and a failure is shown', async ({
  page,
  member,
  expectFailures,
}) => {
  expectFailures(/\/api\/auth\/export$/)
  const ada = await member('Ada Lin')
  await ada.writePost('To be exported')
  const outage = await routeLater(page, '**/api/auth/export', (route) =>
    route.fulfill({ status: 503, json: { errors: [{ msg: 'Busy' }] } }),
  )
  await ada.open(page, '/settings/data')
  const button = page.getByRole('button', { name: 'Download your data' })
  const started = page.waitForEvent('download')
  await button.click()
  const download = await started
  expect(download.suggestedFilename()).toBe('export.zip')
  const zip = await readFile(await download.path(), 'latin1')
  for (const text of ['account.json', 'posts/', 'To be exported']) expect(zip).toContain(text)
  outage.start()
  await button.click()
  await expect(page.getByText('Busy')).toBeVisible()
})

for (const width of [390, 1280]) {
  test(`at ${width} px the settings are pages that lead to each other`, async ({ page, member }) => {
    await page.setViewportSize({ width, height: 800 })
    const ada = await member('Ada Lin')
    await ada.open(page, '/settings')
    const nav = page.getByRole('list', { name: 'Settings' })
    await expect(nav.getByRole('link')).toHaveText([
      'Account',
      'Profile picture',
      'Notifications',
      'Privacy',
      'Sessions',
      'Data',
      'Delete',
    ])
    await expect(nav.getByRole('link', { name: 'Account' })).toHaveAttribute('aria-current', 'page')
    await nav.getByRole('link', { name: 'Sessions' }).click()
    await expect(page).toHaveURL('/settings/sessions')
    await expect(page.getByText('This device')).toBeVisible()
    await expect(page).toHaveTitle(/^Sessions · Settings/)
    await nav.getByRole('link', { name: 'Delete' }).click()
    await expect(page.getByRole('button', { name: 'Delete Account' })).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(1)
    await page.goBack()
    await expect(nav.getByRole('link', { name: 'Sessions' })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByText('This device')).toBeVisible()
  })
}
