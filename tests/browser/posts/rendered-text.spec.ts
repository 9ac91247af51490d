import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { expect, test } from '../test.ts'

// Every element that server-rendered Markdown may contain.
const CODE =
  '<pre data-language="TypeScript"><code class="language-ts"><span class="hljs-comment">// a comment</span>\n' +
  '<span class="hljs-keyword">const</span> <span class="hljs-title class_">Answer</span> = ' +
  `<span class="hljs-number">42</span> + <span class="hljs-string">'${'long '.repeat(60)}'</span>\n` +
  '<span class="hljs-meta">@meta</span> <span class="hljs-attr">attr</span> ' +
  '<span class="hljs-addition">+ new</span><span class="hljs-deletion">- old</span>\n</code></pre>'
const TABLE = `<table><thead><tr><th>engine</th>${'<th class="align-right">reads</th>'.repeat(12)}</tr></thead>
  <tbody><tr><td>SQLite</td>${'<td class="align-right">81,000</td>'.repeat(12)}</tr></tbody></table>`
const REST =
  '<h3>Three</h3><h4>Four</h4><h5>Five</h5><h6>Six</h6><ul><li>one<ul><li>two</li></ul></li></ul>' +
  '<ol><li>first</li></ol><blockquote><p>quoted</p></blockquote><hr>' +
  `<p><strong>strong</strong> <em>soft</em> <s>gone</s> <code>${'inline'.repeat(40)}</code></p>`
const SHORT_CODE = '<pre><code>short\n</code></pre>'
const NESTED = `${'<blockquote>'.repeat(100)}<p>deep inside</p>${'</blockquote>'.repeat(100)}`

async function serveHtml(page: Page, html: string): Promise<void> {
  await page.route(/\/api\/posts(\/[\w-]+)?$/, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    const body = await response.json()
    const json = Array.isArray(body) ? body.map((post) => ({ ...post, html })) : { ...body, html }
    await route.fulfill({ response, json })
  })
}

for (const width of [320, 390, 1280]) {
  test(`at ${width} px rendered text stays inside its box and scrolls there`, async ({ page, member }) => {
    await page.setViewportSize({ width, height: 844 })
    const ada = await member()
    const id = await ada.writePost('Plain')
    await serveHtml(page, CODE + TABLE + REST + NESTED + SHORT_CODE)
    await ada.open(page, `/posts/${id}`)
    const post = page.getByRole('article').first()
    await expect(post.getByText('deep inside')).toBeVisible()
    await expect(post.getByText('TypeScript', { exact: true })).toBeVisible()
    await expectNoSidewaysScroll(page)
    expect((await post.getByText('deep inside').boundingBox())?.width).toBeGreaterThan(width / 3)
    // Only elements that scroll can be focused.
    await expect(post.locator('pre').first()).toHaveAttribute('tabindex', '0')
    await expect(post.locator('pre').last()).not.toHaveAttribute('tabindex')
    await expect(post.getByRole('group', { name: 'Table' })).toHaveAttribute('tabindex', '0')
    await expectAccessible(page)
  })
}

test('code can be copied by keyboard, and the button confirms it', async ({ page, context, member }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const ada = await member()
  const id = await ada.writePost('Plain')
  await serveHtml(page, '<pre><code class="hljs language-js">let a = 1\nlet b = 2\n</code></pre>')
  await ada.open(page, `/posts/${id}`)
  const copy = page.getByRole('button', { name: 'Copy', exact: true })
  await copy.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Copied' }).locator('[aria-live]')).toHaveText('Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('let a = 1\nlet b = 2\n')
  await expect(copy).toBeFocused()
})

test('links to our own pages open without a reload, others in a new tab', async ({ page, member }) => {
  const ada = await member('Ada Lin')
  await ada.withProfile()
  await ada.writePost('Plain')
  await serveHtml(
    page,
    `<p><a href="/profile/${ada.id}">ada</a> <a href="/pictures/x.webp">picture</a>
     <a href="https://example.com/" rel="nofollow ugc noopener">elsewhere</a></p>`,
  )
  await ada.open(page, '/posts')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const links = page.getByRole('article').first()
  await expect(links.getByRole('link', { name: 'elsewhere' })).toHaveAttribute('target', '_blank')
  await expect(links.getByRole('link', { name: 'picture' })).not.toHaveAttribute('target')
  await links.getByRole('link', { name: 'ada', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Lin' })).toBeVisible()
  await expect(page).toHaveURL(`/profile/${ada.id}`)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('a mention opens the person, and a tag the posts that have it', async ({ page, member, baseURL }) => {
  const ada = await member('Ada Lin')
  const bob = await member('Robert Mention')
  await bob.withProfile()
  await ada.writePost('Without a tag')
  await ada.writePost('Ask @robert-mention about #c++')
  await ada.open(page, '/posts')
  await expect(page.getByText('Without a tag')).toBeVisible()
  await page.getByRole('link', { name: '#c++', exact: true }).click()
  await expect(page).toHaveURL(`${baseURL}/posts?tag=c%2B%2B`)
  await expect(page.getByRole('heading', { level: 1, name: '#c++' })).toBeVisible()
  await expect(page.getByText('Without a tag')).toHaveCount(0)
  await page.getByRole('link', { name: '@robert-mention' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Robert Mention' })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'All posts' }).click()
  await expect(page.getByText('Without a tag')).toBeVisible()
})

test('long text with code is folded, and unfolds when something inside gets the focus', async ({
  page,
  member,
}) => {
  const ada = await member()
  const id = await ada.writePost(Array.from({ length: 60 }, (_, line) => `line ${line}`).join('\n'))
  const lines = Array.from({ length: 60 }, (_, line) => `<p>line ${line}</p>`).join('')
  await serveHtml(page, `${CODE}${lines}<p><a href="/profiles">the last</a></p>`)
  await ada.open(page, '/posts')
  const item = page.locator(`[data-item="${id}"]`)
  const height = async () => (await item.boundingBox())?.height ?? 0
  await expect(item.getByRole('button', { name: 'Show more' })).toBeVisible()
  await expect.poll(height).toBeLessThan(500)
  await item.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(height).toBeGreaterThan(1_500)
  await item.getByRole('button', { name: 'Show less' }).click()
  await expect.poll(height).toBeLessThan(500)
  await item.getByRole('link', { name: 'the last' }).focus()
  await expect(item.getByRole('button', { name: 'Show less' })).toBeVisible()
})

test('in forced colors code and quotes keep their edges', async ({ page, member }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const ada = await member()
  const id = await ada.writePost('Plain')
  await serveHtml(page, `${CODE}<blockquote><p>quoted</p></blockquote>`)
  await ada.open(page, `/posts/${id}`)
  const edge = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).borderInlineStartWidth)
  await expect(page.getByText('quoted')).toBeVisible()
  expect(await edge('.code-block')).toBe('1px')
  expect(await edge('blockquote')).toBe('3px')
})
