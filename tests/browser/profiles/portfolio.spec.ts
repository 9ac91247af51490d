import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../test.ts'

const png = () =>
  sharp({ create: { width: 80, height: 40, channels: 3, background: '#0f766e' } })
    .png()
    .toBuffer()

const alertWith = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

const names = (page: Page) => page.locator('li[draggable] bdi').allTextContents()

for (const width of [390, 1280]) {
  test(`at ${width} px members add a project with a picture, change it and remove it`, async ({
    page,
    member,
    expectFailures,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const ada = await member('Ada Byrne')
    await ada.withProfile({ bio: 'Builds things' })
    await ada.open(page, '/dashboard')
    await page.getByRole('link', { name: 'Add Project' }).click()
    await expect(page.getByRole('heading', { name: 'Add Project' })).toBeVisible()
    await page.getByLabel('Name').fill('Slowlog')
    await page.getByLabel('Address').fill('javascript:alert(1)')
    await page.getByLabel('Source Code').fill('code.example/slowlog')
    await page.getByLabel('Skills').fill('Go, SQL')
    await page.getByLabel('Description').fill('Finds **slow** queries')
    await page.getByLabel('Picture file').setInputFiles({
      name: 'picture.png',
      mimeType: 'image/png',
      buffer: await png(),
    })
    await expect(page.locator('main img[src^="/pictures/"]')).toHaveAttribute('src', /^\/pictures\//)
    await page.reload()
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(page.locator('main img[src^="/pictures/"]')).toHaveAttribute('src', /^\/pictures\//)
    expectFailures(/\/api\/profile\/projects$/)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(alertWith(page, 'Url must be a web address')).toBeVisible()
    await expect(page.getByLabel('Address')).toBeFocused()
    await page.getByLabel('Address').fill('slowlog.example')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(alertWith(page, 'Project Added')).toBeVisible()

    await page.goto(`/profile/${ada.id}`)
    const card = page.locator('li.card').filter({ hasText: 'Slowlog' })
    await expect(card.getByRole('heading', { name: 'Slowlog' })).toBeVisible()
    await expect(card.locator('strong')).toHaveText('slow')
    await expect(card.locator('img')).toHaveAttribute('src', /^\/pictures\//)
    await expect(card.getByRole('link', { name: 'Visit' })).toHaveAttribute('href', 'https://slowlog.example')
    await expect(card.getByRole('link', { name: 'Source code' })).toHaveAttribute(
      'href',
      'https://code.example/slowlog',
    )
    await expect(card.getByText('SQL')).toBeVisible()
    await expectAccessible(page)

    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Edit project' }).click()
    await expect(page.getByLabel('Name')).toHaveValue('Slowlog')
    await expect(page.getByLabel('Skills')).toHaveValue('Go, SQL')
    await page.getByRole('button', { name: 'Delete picture' }).click()
    await page.getByLabel('Name').fill('Quicklog')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(alertWith(page, 'Project Updated')).toBeVisible()
    await expect.poll(() => names(page)).toEqual(['Quicklog'])

    await page.getByRole('button', { name: 'Delete project' }).click()
    await expect(alertWith(page, 'Project Removed')).toBeVisible()
    await expect(page.getByText('Quicklog')).toBeHidden()
    await page.goto('/edit-project/nothing')
    await expect(page.getByRole('heading', { name: 'Project not found' })).toBeVisible()
  })
}

test('projects are ordered by keyboard and by dragging', async ({ page, member }) => {
  const ada = await member()
  await ada.withProfile()
  for (const name of ['a', 'b', 'c']) await ada.send('PUT', '/api/profile/projects', { name })
  await ada.open(page, '/dashboard')
  const order = () =>
    ada
      .send<{ projects: { name: string }[] }>('GET', '/api/profile/me')
      .then(({ projects }) => projects.map(({ name }) => name))
  const down = page.locator('li[draggable]').first().getByRole('button', { name: 'Move down' })
  await down.focus()
  await page.keyboard.press('Enter')
  await expect.poll(order).toEqual(['b', 'a', 'c'])
  await expect.poll(() => names(page)).toEqual(['b', 'a', 'c'])
  await expect(page.locator('[data-move]:focus')).toHaveAccessibleDescription('a')
  await page.keyboard.press('Enter')
  await expect.poll(order).toEqual(['b', 'c', 'a'])

  const rows = page.locator('li[draggable]')
  await rows.nth(2).locator('bdi').dragTo(rows.nth(0))
  await expect.poll(order).toEqual(['a', 'b', 'c'])
  await expect.poll(() => names(page)).toEqual(['a', 'b', 'c'])
})

test('a picture can be pasted or dropped anywhere in the form', async ({ page, member }) => {
  const ada = await member()
  await ada.withProfile()
  await ada.open(page, '/add-project')
  const bytes = [...(await png())]
  for (const type of ['paste', 'drop']) {
    await page.getByLabel('Name').evaluate(
      (input, { type, bytes }) => {
        const data = new DataTransfer()
        data.items.add(new File([new Uint8Array(bytes)], 'p.png', { type: 'image/png' }))
        const options = { bubbles: true, cancelable: true }
        input.dispatchEvent(
          type === 'paste'
            ? new ClipboardEvent('paste', { ...options, clipboardData: data })
            : new DragEvent('drop', { ...options, dataTransfer: data }),
        )
      },
      { type, bytes },
    )
    await expect(page.locator('main img[src^="/pictures/"]')).toHaveAttribute('src', /^\/pictures\//)
    await page.getByRole('button', { name: 'Delete picture' }).click()
    await expect(page.locator('main img[src^="/pictures/"]')).toBeHidden()
  }
})

test('the email of a profile appears to those who may see it', async ({ page, otherPage, member }) => {
  const ada = await member()
  const kofi = await member()
  await ada.withProfile()
  await ada.open(page, '/settings/privacy')
  await page.getByLabel('Show my email to').selectOption('Members')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(alertWith(page, 'Privacy Settings Saved')).toBeVisible()
  await otherPage.goto(`/profile/${ada.id}`)
  await expect(otherPage.getByRole('heading', { name: 'Skill Set' })).toBeVisible()
  await expect(otherPage.getByText(ada.email)).toBeHidden()
  await kofi.open(otherPage, `/profile/${ada.id}`)
  await expect(otherPage.getByRole('link', { name: ada.email })).toHaveAttribute(
    'href',
    `mailto:${ada.email}`,
  )
})

test('a résumé is downloaded, and imported only after a preview', { tag: '@all' }, async ({
  page,
  member,
}) => {
  const ada = await member('Ada Byrne')
  const kofi = await member('Ada Byrne')
  await ada.withProfile({ bio: 'Builds things', linkedin: 'ada' })
  await ada.send('PUT', '/api/profile/experience', { title: 'Engineer', company: 'Contoso' })
  await ada.send('PUT', '/api/profile/projects', { name: 'Slowlog' })
  await kofi.open(page, `/profile/${ada.id}`)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download résumé (JSON)' }).click()
  const file = await (await download).path()
  await page.goto('/settings/data')
  await page.getByLabel('Résumé file').setInputFiles({
    name: 'resume.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{'),
  })
  await expect(page.getByText('Choose a JSON Resume of at most 256 KB')).toBeVisible()
  await page.getByLabel('Résumé file').setInputFiles(file)
  await expect(page.getByText('Engineer, Contoso')).toBeVisible()
  await expect(page.getByText('Slowlog')).toBeVisible()
  await expect(page.getByText('LinkedIn')).toBeVisible()
  await expect(kofi.send('GET', '/api/profile/me')).rejects.toThrow('404')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(alertWith(page, 'Résumé Imported')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Contoso' })).toBeVisible()

  await page.goto('/edit-profile')
  await page.getByLabel('Résumé file').setInputFiles(file)
  await expect(page.getByText('Everything in this file is already in your profile.')).toBeVisible()
  await expectAccessible(page)
})
