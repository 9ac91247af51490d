import { expectAccessible } from '../accessibility.ts'
import { layoutShifts } from '../layout-shifts.ts'
import { Member } from '../members.ts'
import { expect, test } from '../test.ts'

test('posts and people are found while typing, and the address can be shared', async ({ page, member }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const ada = await member('Ada Lin')
  const kofi = await member('Kofi Numbat')
  await kofi.withProfile({ skills: 'Rust, Echolocation', location: 'Accra' })
  const post = await ada.writePost('Has anybody seen a **numbat** <b>here</b>?')
  await ada.send('POST', `/api/posts/comment/${post}`, { text: 'I mean two numbats' })

  await ada.open(page, '/search')
  const results = page.getByRole('region', { name: 'Results' })
  await expect(results).toContainText('Type to search.')
  await page.getByRole('searchbox', { name: 'Search for' }).pressSequentially('numba')
  await expect(results.getByRole('listitem')).toHaveCount(2)
  await expect(results.locator('mark')).toHaveText(['numbats', 'numbat'])
  await expect(results).toContainText('<b>here</b>')
  const kinds = page.getByRole('list', { name: 'Search in' })
  await expect(kinds.getByRole('link')).toHaveText(['Posts2', 'People1'])
  const comment = results.getByRole('listitem').filter({ hasText: 'I mean two' })
  await expect(comment).toContainText(/Comment · \d\d\/\d\d\/\d{4}/)
  await expect(comment.getByRole('link', { name: 'Has anybody seen a numbat' })).toHaveAttribute(
    'href',
    `/posts/${post}`,
  )
  await expect(page).toHaveURL(/\?q=numba$/)
  await expectAccessible(page)

  await page.getByText('Filters').click()
  const questions = page.getByRole('link', { name: 'Questions 0' })
  await expect(questions).toHaveAttribute('aria-disabled', 'true')
  await questions.press('Enter')
  await page.getByRole('link', { name: 'Other posts 2' }).click()
  await expect(page).toHaveURL(/\?q=numba&question=false$/)
  await page.goBack()
  await page.getByRole('link', { name: 'Ada Lin 2' }).click()
  await expect(page).toHaveURL(/\?q=numba&author=/)
  await page.getByRole('link', { name: 'Clear Ada Lin' }).click()

  await kinds.getByRole('link', { name: 'People' }).click()
  await expect(results.getByRole('heading', { name: 'Kofi Numbat' })).toBeVisible()
  await kinds.getByRole('link', { name: 'Posts' }).click()
  await page.goto('/search?q=numba&question=true')
  await expect(results).toContainText('No results.')
  await page.goBack()
  await results.getByText('I mean two').click()
  await expect(page).toHaveURL(new RegExp(`/posts/${post}#comment-`))
})

test('developers are filtered by words, skills, status and location, with a count next to each choice', async ({
  page,
  member,
  otherPage,
}) => {
  const people = {
    'Noor Quill': { skills: 'Fortran, Ada', location: 'Porto', status: 'Manager' },
    'Omar Quill': { skills: 'fortran, Lua', location: 'Porto, Portugal', status: 'Manager' },
    'Pia Quill': { skills: 'Lua', location: 'Accra', company: 'Fjord' },
  }
  for (let n = 0; n < 12; n++) await (await member('Reader')).withProfile({ skills: 'Cobol' })
  for (const [name, fields] of Object.entries(people)) await (await member(name)).withProfile(fields)
  const results = page.getByRole('region', { name: 'Results' })
  const names = results.getByRole('heading')
  const filters = page.getByRole('search', { name: 'Filters' })
  const box = page.getByRole('searchbox', { name: 'Search people' })

  await page.goto('/profiles')
  await expect(page.getByRole('heading', { name: 'Pia Quill' })).toBeVisible()
  // A late response must not replace a newer one.
  await page.route(/api\/profile(\/counts)?\?q=q(&|$)/, async (route) => {
    await expect(box).toHaveValue('quill')
    await expect(names).toHaveCount(3)
    await route.continue().catch(() => {})
  })
  await box.pressSequentially('q')
  await expect(page).toHaveURL(/\?q=q$/)
  await box.pressSequentially('uill')
  await expect(names).toHaveText([/^Pia/, /^Omar/, /^Noor/])
  await expect(results.getByRole('status')).toHaveText('3 found')

  const fortran = filters.getByRole('link', { name: 'Fortran' })
  await expect(fortran).toHaveAccessibleName(/^fortran 2$/i)
  await fortran.press('Enter')
  await expect(names).toHaveText([/^Omar/, /^Noor/])
  await expect(fortran).toBeFocused()
  await expect(filters.getByRole('link', { name: 'Porto 2' })).toBeVisible()
  await expect(filters.getByRole('link', { name: 'Porto, Portugal' })).toHaveCount(0)
  await expect(filters.getByRole('link', { name: 'Developer' })).toHaveCount(0)
  await filters.getByRole('link', { name: 'Manager 2' }).click()
  await expect(page).toHaveURL(/status=Manager/)
  await expect(names).toHaveText([/^Omar/, /^Noor/])
  await expectAccessible(page)
  await otherPage.goto(page.url())
  await expect(otherPage.getByRole('region', { name: 'Results' }).getByRole('heading')).toHaveText([
    /^Omar/,
    /^Noor/,
  ])

  await page.goBack()
  await expect(names).toHaveText([/^Omar/, /^Noor/])
  await page.goBack()
  await expect(names).toHaveCount(3)
  await page.goBack()
  await expect(page).toHaveURL(/profiles$/)
  await expect(box).toHaveValue('')

  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByText('Filters').click()
  await page.getByRole('textbox', { name: 'Location' }).fill('nowhere')
  await expect(results).toContainText('No results.')
  await page.getByRole('link', { name: 'Clear nowhere' }).click()
  await page.getByRole('combobox', { name: 'Skill' }).fill('lua')
  await page.getByRole('combobox', { name: 'Skill' }).press('Enter')
  await expect(names).toHaveText([/^Pia/, /^Omar/])
  await expectAccessible(page)
  await results.getByRole('link', { name: 'View Profile' }).first().click()
  await page.getByRole('link', { name: 'Lua' }).click()
  await expect(page).toHaveURL(/\/profiles\?skill=Lua$/)
  await expect(names).toHaveText([/^Pia/, /^Omar/])
})

test('a list of twelve developers has no filters until one is set, and one of thirteen has them', {
  tag: '@all',
}, async ({ page, emptySite }) => {
  const join = async () => {
    const member = await new Member(emptySite, 'Ada Lin').register()
    await member.withProfile({ skills: 'Rust', location: 'Porto' })
  }
  const filters = page.getByRole('search')
  for (let n = 0; n < 12; n++) await join()
  await page.goto(`${emptySite}/profiles`)
  await expect(page.getByRole('link', { name: 'View Profile' })).toHaveCount(12)
  await expect(filters).toHaveCount(0)
  await page.getByRole('link', { name: 'Rust' }).first().click()
  await expect(filters).toHaveCount(2)
  await page.getByRole('link', { name: 'Clear Rust' }).click()
  await expect(page.getByRole('link', { name: 'View Profile' })).toHaveCount(12)
  await join()
  await page.goto(`${emptySite}/profiles`)
  await expect(page.getByRole('link', { name: 'View Profile' })).toHaveCount(13)
  await expect(filters).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'Porto 13' })).toBeVisible()
  expect(await layoutShifts(page)).toEqual([])
})
