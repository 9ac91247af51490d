import { expectAccessible } from './accessible.ts'
import { expect, test } from './test.ts'

test('one finds posts and people as one types, and the address can be sent to someone', async ({
  page,
  member,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const ada = await member('Ada Lin')
  const kofi = await member('Kofi Numbat')
  await kofi.withProfile({ skills: 'Rust, Echolocation', location: 'Accra' })
  const post = await ada.writePost('Has anybody seen a **numbat** <b>here</b>?')
  await ada.send('POST', `/api/posts/comment/${post}`, { text: 'I mean two numbats' })

  await ada.open(page, '/search')
  const results = page.getByRole('region', { name: 'Results' })
  await page.getByRole('searchbox', { name: 'Search for' }).pressSequentially('numba')
  await expect(results.getByRole('listitem')).toHaveCount(2)
  await expect(results.locator('mark')).toHaveText(['numbats', 'numbat'])
  await expect(results).toContainText('<b>here</b>')
  await expect(page).toHaveURL(/\?q=numba$/)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'People' }).click()
  await expect(results.getByRole('heading', { name: 'Kofi Numbat' })).toBeVisible()
  await page.getByLabel('Skill').fill('echolocation')
  await page.getByLabel('Skill').blur()
  await expect(page).toHaveURL(/skill=echolocation/)
  await page.reload()
  await expect(results.getByRole('listitem').filter({ hasText: 'Accra' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Location').fill('nowhere')
  await page.getByLabel('Location').blur()
  await expect(results).toContainText('Nothing found.')
  await page.goBack()
  await expect(results.getByRole('heading', { name: 'Kofi Numbat' })).toBeVisible()

  await page.getByRole('button', { name: 'Posts' }).click()
  await results.getByText('I mean two').click()
  await expect(page).toHaveURL(new RegExp(`/posts/${post}#comment-`))
})
