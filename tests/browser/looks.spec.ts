import { expect, test } from './test.ts'

test('the document head follows the page, and the browser colour follows the theme', async ({
  page,
  member,
}) => {
  const ada = await member('Ada Lin')
  await ada.withProfile({ bio: 'I build tools\nfor people who build tools.' })
  await page.emulateMedia({ colorScheme: 'light' })
  const contentOf = (name: string) => page.locator(`meta[name="${name}"]`).first().getAttribute('content')
  const canonical = () => page.locator('link[rel="canonical"]').getAttribute('href')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const general = await contentOf('description')
  expect(new URL((await canonical()) ?? '').pathname).toBe('/')
  await page.goto(`/profile/${ada.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Lin' })).toBeVisible()
  expect(await contentOf('description')).toBe('I build tools for people who build tools.')
  expect(new URL((await canonical()) ?? '').pathname).toBe(`/profile/${ada.id}`)
  await page.getByRole('link', { name: 'Back To Profiles' }).click()
  await expect(page.getByRole('heading', { name: 'Developers' })).toBeVisible()
  expect(await contentOf('description')).toBe(general)
  await expect(page.locator('link[rel="canonical"]')).toHaveCount(1)

  const colours = () =>
    page
      .locator('meta[name="theme-color"]')
      .evaluateAll((all) => all.map((meta) => (meta as HTMLMetaElement).content))
  const [light, dark] = await colours()
  expect(light).not.toBe(dark)
  await page.getByRole('button', { name: 'Use the dark theme' }).click()
  expect(await colours()).toEqual([dark, dark])
  await page.reload()
  expect(await colours()).toEqual([dark, dark])
  await page.getByRole('button', { name: 'Use the light theme' }).click()
  expect(await colours()).toEqual([light, dark])
})

test('icons and manifest exist and are small', async ({ page, request }) => {
  await page.goto('/')
  const { icons } = await (await request.get('/manifest.webmanifest')).json()
  const linked = await page
    .locator('link[rel="icon"], link[rel="apple-touch-icon"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(linked).toContain('/favicon.ico')
  for (const address of [...linked, ...icons.map(({ src }: { src: string }) => src)]) {
    const response = await request.get(address)
    expect(response.status(), address).toBe(200)
    expect(response.headers()['content-type'], address).toContain('image/')
    expect((await response.body()).length, address).toBeLessThan(20_000)
  }
})

test('a profile can be shared as a link and printed as a CV', async ({ page, context, member }) => {
  const ada = await member()
  await ada.withProfile()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.goto(`/profile/${ada.id}`)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  await page.getByRole('button', { name: 'Print CV' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', '')
})

test('in forced colours, liked posts and the current page differ by more than colour', async ({
  page,
  member,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const ada = await member()
  const id = await ada.writePost('Like me')
  await ada.open(page, '/posts')
  const icon = page.locator(`[data-entry="${id}"]`).getByRole('img', { name: 'Like', exact: true })
  const fill = () => icon.evaluate((svg) => getComputedStyle(svg).fill)
  const before = await fill()
  await page.locator(`[data-entry="${id}"]`).getByRole('button', { name: 'Like', exact: true }).click()
  await expect.poll(fill).not.toBe(before)
  const rule = (name: string) =>
    page
      .getByRole('link', { name, exact: true })
      .evaluate((link) => getComputedStyle(link, '::after').borderBottomWidth)
  expect(await rule('Posts')).toBe('2px')
  expect(await rule('Developers')).toBe('0px')
})
