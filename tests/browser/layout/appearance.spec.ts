import { expect, test } from '../test.ts'

test('the head follows the page, as the server sends it and as the reader moves on', { tag: '@all' }, async ({
  page,
  request,
  member,
  expectFailures,
}) => {
  expectFailures(/\/nowhere$/)
  const ada = await member('Ada Lin')
  await ada.withProfile({ bio: 'I build tools\nfor people who build tools.', company: 'Northwind' })
  const { origin } = new URL((await request.get('/')).url())
  const contentOf = (name: string) =>
    page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content')
  const head = async () => ({
    title: await page.title(),
    description: await contentOf('description'),
    canonical: await page.locator('link[rel="canonical"]').getAttribute('href'),
    preview: [await contentOf('og:title'), await contentOf('og:description'), await contentOf('og:url')],
  })
  const places = [
    { path: '/', heading: 'Developer Connector', link: 'Developers' },
    { path: '/profiles', heading: 'Developers', link: 'View Profile' },
    { path: `/profile/${ada.id}`, heading: 'Ada Lin', link: 'Register' },
    { path: '/register', heading: 'Sign Up', link: 'Login' },
    { path: '/login', heading: 'Sign In', link: 'Developers' },
  ]
  const sent = []
  for (const { path, heading } of places) {
    await page.goto(path)
    const early = await (await request.get(path)).text()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    const currentHead = await head()
    expect(currentHead.canonical).toBe(origin + path)
    expect(early).toContain(`<title>${currentHead.title}</title>`)
    expect(early).toContain(`<meta name="description" content="${currentHead.description}" />`)
    sent.push(currentHead)
  }
  expect(new Set(sent.map(({ title }) => title)).size).toBe(places.length)
  await page.goto('/')
  for (const [index, { heading, link }] of places.entries()) {
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect.poll(head).toEqual(sent[index])
    await page.getByRole('link', { name: link, exact: true }).first().click()
  }
  const data = page.locator('script[type="application/ld+json"]')
  await expect(data).toHaveCount(0)
  await page.goto(`/profile/${ada.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Lin' })).toBeVisible()
  expect(JSON.parse((await data.textContent()) ?? '')).toMatchObject({ '@type': 'ProfilePage' })
  await page.getByRole('link', { name: 'Back To Profiles' }).click()
  await expect(page.getByRole('heading', { name: 'Developers' })).toBeVisible()
  await expect(data).toHaveCount(0)
  expect((await page.goto('/nowhere'))?.status()).toBe(404)
  await expect(page).toHaveTitle('Page not found · Developer Connector')
})

test('the color of the browser follows the theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  const colors = () =>
    page
      .locator('meta[name="theme-color"]')
      .evaluateAll((all) => all.map((meta) => (meta as HTMLMetaElement).content))
  const [light, dark] = await colors()
  expect(light).not.toBe(dark)
  await page.getByRole('button', { name: 'Use the dark theme' }).click()
  await expect.poll(colors).toEqual([dark, dark])
  await page.reload()
  await expect.poll(colors).toEqual([dark, dark])
  await page.getByRole('button', { name: 'Use the light theme' }).click()
  await expect.poll(colors).toEqual([light, dark])
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

test('in forced colors, liked posts, the current page and what is chosen differ by more than color', async ({
  page,
  member,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const ada = await member()
  const id = await ada.writePost('Like me')
  await ada.open(page, '/posts')
  const icon = page.locator(`[data-item="${id}"]`).getByRole('img', { name: 'Like', exact: true })
  const fill = () => icon.evaluate((svg) => getComputedStyle(svg).fill)
  const before = await fill()
  await page.locator(`[data-item="${id}"]`).getByRole('button', { name: 'Like', exact: true }).click()
  await expect.poll(fill).not.toBe(before)
  const rule = (name: string) =>
    page
      .getByRole('link', { name, exact: true })
      .evaluate((link) => getComputedStyle(link, '::after').borderBottomWidth)
  expect(await rule('Posts')).toBe('2px')
  expect(await rule('Developers')).toBe('0px')
  const ground = (name: string) =>
    page
      .locator('label')
      .filter({ hasText: name })
      .evaluate((label) => getComputedStyle(label).backgroundColor)
  expect(await ground('Question')).not.toBe(await ground('Post'))
})
