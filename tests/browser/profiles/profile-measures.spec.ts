import type { Page } from '@playwright/test'
import { expect, test } from '../test.ts'

const FULL_PROFILE = {
  status: 'Senior Developer',
  company: 'Northwind',
  website: 'ada.dev',
  location: 'Lisbon, Portugal',
  skills: 'HTML,CSS,Rust,SQL,Go',
  bio: 'I build tools.',
  twitter: 'ada',
  facebook: 'ada',
  youtube: 'ada',
  linkedin: 'ada',
  instagram: 'ada',
}

for (const { width, highest } of [
  { width: 1280, highest: 400 },
  { width: 390, highest: 440 },
]) {
  test(`at ${width} px the header of a profile ends within ${highest} px of the top`, async ({
    page,
    member,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const ada = await member('Ada Maria Lin')
    const bob = await member('Bob Stone')
    await ada.withProfile(FULL_PROFILE)
    const bottom = () =>
      page.locator(`[data-item="${ada.id}"]`).evaluate((header) => header.getBoundingClientRect().bottom)
    for (const reader of [ada, bob]) {
      await reader.open(page, `/profile/${ada.id}`)
      await expect(page.getByText('Senior Developer at Northwind')).toBeVisible()
      const action = reader === ada ? 'Edit Profile' : 'Follow Ada Maria Lin'
      await expect(page.getByLabel(action).or(page.getByText(action)).first()).toBeVisible()
      expect(await bottom()).toBeLessThanOrEqual(highest)
    }
  })
}

test('someone who knows PostgreSQL is found in 3 steps, those with answers about it first', {
  tag: '@all',
}, async ({ page, member }) => {
  const ada = await member('Ada Lin')
  const bob = await member('Bob Stone')
  const carl = await member('Carl Reed')
  const skills = 'HTML,CSS,Rust,Go,PostgreSQL'
  await bob.withProfile({ skills })
  await carl.withProfile({ skills })
  for (const text of ['Why is this slow? #postgresql', 'And this? #postgresql']) {
    const { _id } = await ada.send<{ _id: string }>('POST', '/api/posts', { text, question: true })
    await bob.send('POST', `/api/posts/comment/${_id}`, { text: 'An index is missing.' })
  }
  await ada.open(page, `/profile/${carl.id}`)
  const steps = [
    () => page.getByRole('link', { name: 'PostgreSQL' }).click(),
    () => page.getByRole('heading', { name: 'Bob Stone' }).getByRole('link').click(),
  ]
  await steps[0]?.()
  const cards = page
    .getByRole('region', { name: 'Results' })
    .getByRole('listitem')
    .filter({ hasText: 'View' })
  await expect(cards.first()).toContainText('Bob Stone')
  await expect(cards.first()).toContainText('2 answers in #postgresql')
  await expect(cards.first().getByRole('link', { name: 'PostgreSQL' })).toBeVisible()
  await expect(cards.first().getByText('Go', { exact: true })).toHaveCount(0)
  await expect(cards.filter({ hasText: 'Carl Reed' })).toHaveCount(1)
  await steps[1]?.()
  await expect(page).toHaveURL(`/profile/${bob.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Bob Stone' })).toBeVisible()
  const answers = page.getByRole('link', { name: '#postgresql' })
  await expect(answers).toHaveText('#postgresql 2')
})

test('from the registration to a presentable profile it takes at most 9 clicks', { tag: '@all' }, async ({
  page,
  expectFailures,
}) => {
  expectFailures(/\/api\/profile\/me$/)
  const clicks = await countClicks(page)
  await page.goto('/register')
  await expect(page.locator('[name=name]')).toBeFocused()
  const email = `${crypto.randomUUID()}@example.com`
  for (const text of ['Ada Lin', email, 'correct horse', 'correct horse']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('link', { name: 'Create Profile' }).click()
  await expect(page.locator('[name=status]')).toBeFocused()
  const clicksToSelect = 2
  await page.locator('[name=status]').selectOption('Senior Developer')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Contoso')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Lisbon')
  await page.locator('[name=skills]').click()
  await page.keyboard.type('HTML, CSS, Rust')
  await page.locator('[name=bio]').click()
  await page.keyboard.type('I build tools.')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.getByRole('link', { name: 'Your page' }).click()
  await expect(page.getByText('Senior Developer at Contoso')).toBeVisible()
  await expect(page.getByText('Rust', { exact: true })).toBeVisible()
  expect((await clicks()) + clicksToSelect).toBeLessThanOrEqual(9)
})

test('from the dashboard to an accepted answer with code it takes at most 6 clicks', { tag: '@all' }, async ({
  page,
  member,
}) => {
  const ada = await member('Ada Lin')
  const bob = await member('Bob Stone')
  await ada.withProfile()
  const clicks = await countClicks(page)
  await ada.open(page, '/dashboard')
  await page.getByRole('navigation').getByRole('link', { name: 'Posts' }).click()
  await page.getByLabel('Say Something...').click()
  const title = `Why is a undefined in ${crypto.randomUUID()}?`
  await page.keyboard.insertText(`${title}\n\n\`\`\`js\nlet a\n\`\`\`\n`)
  await page.getByRole('group').getByText('Question', { exact: true }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('article').filter({ hasText: title }).getByRole('link', { name: 'Discussion' }).click()
  const id = new URL(page.url()).pathname.split('/').at(-1)
  await expect(page.getByRole('main').locator('pre')).toHaveText(/let a/)
  await bob.send('POST', `/api/posts/comment/${id}`, { text: 'Nobody has assigned it.' })
  await page.getByRole('button', { name: 'Accept answer' }).click()
  await expect(page.getByText('Accepted answer')).toBeVisible()
  expect(await clicks()).toBeLessThanOrEqual(6)
})

async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const count = () => Number(sessionStorage.getItem('clicks') ?? 0)
    addEventListener('pointerdown', () => sessionStorage.setItem('clicks', String(count() + 1)), true)
  })
  return () => page.evaluate(() => Number(sessionStorage.getItem('clicks')))
}
