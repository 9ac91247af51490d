import type { Page } from '@playwright/test'
import { keepAlerts } from '../lasting-alerts.ts'
import { expect, test } from '../test.ts'

const setWidth = (page: Page, width: number) => page.setViewportSize({ width, height: 844 })

async function expectNothingCovered(page: Page): Promise<void> {
  const covered = await page.evaluate(() => {
    const boxOf = (element: Element) => element.getBoundingClientRect()
    const alerts = [...document.querySelectorAll('[role="alert"]')].map(boxOf)
    const elements = document.querySelectorAll(
      'main :is(h1, h2, p, label, input, textarea, select, button, a)',
    )
    return [...elements]
      .filter((part) => {
        const { top, bottom, left, right } = boxOf(part)
        return alerts.some(
          (box) => top < box.bottom && bottom > box.top && left < box.right && right > box.left,
        )
      })
      .map(({ outerHTML }) => outerHTML)
  })
  expect(covered).toEqual([])
}

test('only an alert with Undo waits while the pointer or the focus is on it', async ({ page, member }) => {
  const ada = await member()
  await ada.writePost('To delete')
  await page.clock.install()
  await ada.open(page, '/posts')
  const alert = page.getByRole('alert')
  const post = page.getByRole('article').filter({ hasText: 'To delete' }).first()

  await post.getByRole('button', { name: 'Delete post' }).click()
  await alert.hover()
  await page.clock.runFor(20_000)
  await alert.getByRole('button', { name: 'Undo' }).focus()
  await page.mouse.move(700, 10)
  await page.clock.runFor(20_000)
  await expect(alert).toHaveText('Post Removed')
  await alert.getByRole('button', { name: 'Undo' }).blur()
  await page.clock.runFor(6_000)
  await expect(alert).toHaveCount(0)

  await page.locator('[name=text]').fill('Another')
  await page.getByRole('button', { name: 'Submit' }).click()
  await alert.hover()
  await page.clock.runFor(6_000)
  await expect(alert).toHaveCount(0)
})

test('on a phone alerts move the text instead of covering it', async ({ page, member }) => {
  await setWidth(page, 390)
  const ada = await member()
  for (let index = 0; index < 12; index += 1) await ada.writePost('Some words to read. '.repeat(20))
  await ada.open(page, '/posts')
  const posts = page.locator('[data-item]')
  const upper = posts.nth(5)
  await upper.evaluate((post) => post.scrollIntoView({ block: 'start', behavior: 'instant' }))
  const topOf = async () => (await upper.boundingBox())?.y ?? 0
  const before = await topOf()
  await posts.nth(6).getByRole('button', { name: 'Delete post' }).click()
  await expect(page.getByRole('alert')).toHaveText('Post Removed')
  const room = await page.getByRole('region', { name: 'Alerts' }).boundingBox()
  expect(room?.height).toBeGreaterThan(40)
  await expect.poll(topOf).toBeCloseTo(before + (room?.height ?? 0), 0)
})

test('at 1280 px alerts cover no field and no button, and do not pile up', async ({
  page,
  member,
  expectFailures,
}) => {
  expectFailures(/\/api\//)
  await setWidth(page, 1280)
  await keepAlerts(page)
  const errors = ['One thing is wrong', 'Another is as well', 'And a third'].map((msg) => ({ msg }))
  await page.route('**/api/users', (route) => route.fulfill({ status: 400, json: { errors } }))
  await page.goto('/register')
  await page.locator('[name=name]').fill('Ada')
  await page.locator('[name=email]').fill('ada@example.com')
  await page.locator('[name=password]').fill('secret12')
  await page.locator('[name=password2]').fill('secret12')
  const alerts = page.getByRole('alert')
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(alerts).toHaveCount(3)
    await expectNothingCovered(page)
  }
  await page.locator('[name=password2]').fill('different')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(alerts).toHaveText('Passwords do not match')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(alerts).toHaveText('Passwords do not match')
  await expectNothingCovered(page)

  const ada = await member()
  await ada.open(page, '/create-profile')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(alerts).toHaveText(['Status is required', 'Skills is required'])
  await expectNothingCovered(page)

  await ada.withProfile()
  const id = await ada.writePost('To discuss')
  for (const [path, name] of [
    ['/edit-profile', 'bio'],
    ['/posts', 'text'],
    [`/posts/${id}`, 'text'],
  ] as const) {
    await ada.open(page, path)
    await page.locator(`[name=${name}]`).fill('Some words')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.locator('.alert-success')).toBeVisible()
    await expectNothingCovered(page)
  }
  for (let index = 0; index < 6; index += 1) {
    await ada.send('POST', `/api/posts/comment/${id}`, { text: 'Words to cover. '.repeat(60) })
  }
  await ada.open(page, `/posts/${id}`)
  await page.getByRole('button', { name: 'Delete comment' }).first().click()
  await expect(alerts).toHaveText('Comment Removed')
  await expectNothingCovered(page)

  await ada.open(page, '/posts')
  await page.getByRole('button', { name: 'Delete post' }).first().click()
  await expect(alerts).toHaveText('Post Removed')
  await expectNothingCovered(page)
})

for (const width of [390, 1280]) {
  test(`at ${width} px a failed login is still explained after its alert has gone`, async ({
    page,
    member,
    expectFailures,
  }) => {
    expectFailures(/\/api\/auth$/)
    await setWidth(page, width)
    const ada = await member()
    await page.clock.install()
    await page.goto('/login')
    await page.locator('[name=email]').fill(ada.email)
    await page.locator('[name=password]').fill('wrong password')
    await expect(page.locator('[name=password]')).toHaveAttribute('type', 'password')
    await page.getByLabel('Show').check()
    await expect(page.locator('[name=password]')).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByText('Invalid Credentials')).toBeVisible()
    await expect(page.getByText('Wrong email or password.')).toHaveCount(0)
    await page.clock.runFor(6_000)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByText('Wrong email or password.')).toBeVisible()
  })
}
