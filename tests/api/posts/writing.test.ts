import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordChanges } from '../../../server/database/changes/changes.ts'
import { RENDER_VERSION } from '../../../server/features/markdown/renderer.ts'
import { newId } from '../../../server/ids.ts'
import { until } from '../../../test-support/polling.ts'
import { type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let secondApp: TestApp
let author: Person
let reader: Person
beforeAll(async () => {
  app = await startApp()
  secondApp = await app.another()
  author = await app.signUp('Ada Byrne')
  reader = await app.signUp('Kofi Mensah')
  // The first highlighted code loads its language, which may exceed the deadline on a busy machine.
  await until(async () => (await author.post('/api/preview', { text: MARKDOWN })).body.html === HTML)
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
})

const MARKDOWN = [
  '# Title',
  'A *word*, `code` and\na break ~~gone~~ https://example.com',
  '',
  '| a | b |',
  '|---|--:|',
  '| 1 | 2 |',
  '',
  '```ts',
  'const a = 1',
  '```',
].join('\n')
const HTML = [
  '<h3>Title</h3>',
  '<p>A <em>word</em>, <code>code</code> and<br>a break <s>gone</s> ' +
    '<a href="https://example.com" rel="nofollow ugc noopener">https://example.com</a></p>',
  '<table>\n<thead>\n<tr>\n<th>a</th>\n<th class="align-right">b</th>\n</tr>\n</thead>',
  '<tbody>\n<tr>\n<td>1</td>\n<td class="align-right">2</td>\n</tr>\n</tbody>\n</table>',
  '<pre data-language="TypeScript"><code class="language-ts"><span class="hljs-keyword">const</span> a = ' +
    '<span class="hljs-number">1</span>',
  '</code></pre>',
].join('\n')

test('posts, comments, bios and previews are Markdown', async () => {
  const { body: post } = await author.post('/api/posts', { text: MARKDOWN })
  expect(post).toMatchObject({ text: MARKDOWN, html: HTML })
  const { body: comments } = await reader.post(`/api/posts/comment/${post._id}`, { text: MARKDOWN })
  expect(comments[0]).toMatchObject({ text: MARKDOWN, html: HTML })
  expect((await reader.get(`/api/posts/${post._id}`)).body).toEqual({ ...post, comments, commentCount: 1 })
  const profile = { status: 'Developer', skills: 'SQL', bio: MARKDOWN }
  expect((await author.post('/api/profile', profile)).body).toMatchObject({ bio: MARKDOWN, html: HTML })
  expect((await author.post('/api/profile', { bio: null })).body).toMatchObject({ bio: null, html: null })
  expect((await author.post('/api/preview', { text: MARKDOWN })).body).toEqual({ html: HTML })
})

test('an edit renders the HTML and finds the tags again, and the history has all versions', async () => {
  const { body: post } = await author.post('/api/posts', { text: 'About #SQL and #c++' })
  expect(post.tags).toEqual(['sql', 'c++'])
  const { body: edited } = await author.put(`/api/posts/${post._id}`, { text: 'About **#node.js**' })
  expect(edited.tags).toEqual(['node.js'])
  expect(edited.html).toBe(
    '<p>About <strong><a class="tag" href="/posts?tag=node.js">#node.js</a></strong></p>',
  )
  const { body: history } = await reader.get(`/api/posts/${post._id}/history`)
  expect(history.map(({ html }: { html: string }) => html)).toEqual([edited.html, post.html])
})

const link = ({ id }: Person, handle: string) => `<a class="mention" href="/profile/${id}">@${handle}</a>`

test('mentions follow a rename in every response of every process', async () => {
  const person = await app.signUp('Grace Hopper')
  const { handle } = (await person.get('/api/auth')).body
  const text = `Ask @${handle.toUpperCase()}, not @nobody-at-all`
  const html = (name: string) => `<p>Ask ${link(person, name)}, not @nobody-at-all</p>`
  const { body: post } = await author.post('/api/posts', { text })
  expect(post.html).toBe(html(handle))
  const [comment] = (await reader.post(`/api/posts/comment/${post._id}`, { text })).body
  expect(comment.html).toBe(html(handle))
  await author.post('/api/profile', { status: 'Developer', skills: 'SQL', bio: text })
  const read = async (from: TestApp) => {
    const get = async (path: string) => (await from.call('GET', path, { token: reader.token })).body
    const currentPost = await get(`/api/posts/${post._id}`)
    return [
      currentPost.html,
      currentPost.comments[0].html,
      (await get('/api/posts')).find(({ _id }: { _id: string }) => _id === post._id).html,
      (await get(`/api/posts/${post._id}/comments`))[0].html,
      (await get(`/api/posts/${post._id}/history`))[0].html,
      (await get(`/api/posts/comment/${post._id}/${comment._id}/history`))[0].html,
      (await get(`/api/profile/user/${author.id}`)).html,
    ]
  }
  for (const instance of [app, secondApp])
    expect(new Set(await read(instance))).toEqual(new Set([html(handle)]))
  await person.put('/api/auth/account', { handle: 'amazing-grace' })
  for (const instance of [app, secondApp])
    expect(new Set(await read(instance))).toEqual(new Set([html('amazing-grace')]))

  const { body: preview } = await author.post('/api/preview', { text })
  expect(preview.html).toBe(html('amazing-grace'))

  await person.delete('/api/profile')
  for (const instance of [app, secondApp]) {
    for (const renderedHtml of await read(instance))
      expect(renderedHtml).toBe(`<p>Ask @${handle.toUpperCase()}, not @nobody-at-all</p>`)
  }
})

test('mentions are links up to ten in a text', async () => {
  const { handle } = (await reader.get('/api/auth')).body
  const { body } = await author.post('/api/preview', { text: `@${handle} `.repeat(12) })
  expect(body.html.match(/class="mention"/g)).toHaveLength(10)
})

test('whatever is sent as HTML is ignored', async () => {
  const forged = {
    html: '<script>',
    tags: ['x'],
    version: 7,
    edited: '2020-01-01T00:00:00Z',
    render_version: 1,
  }
  const { body } = await author.post('/api/posts', { text: 'Hello', ...forged })
  expect(body).toMatchObject({ html: '<p>Hello</p>', tags: [], version: 1, edited: null })
})

test('texts of an earlier renderer keep their HTML at first, and are rendered again in the background', async () => {
  const post = newId()
  const comment = newId()
  const oldHtml = '<p>Old &amp; good</p>'
  const oldText = { text: '**Old** & #good', html: oldHtml, user_id: author.id }
  await author.post('/api/profile', { status: 'Developer', skills: 'SQL', bio: 'x' })
  await app.db.transaction(async (trx) => {
    await trx
      .insertInto('posts')
      .values({ ...oldText, id: post, like_count: 0, comment_count: 1 })
      .execute()
    await trx
      .insertInto('comments')
      .values({ ...oldText, id: comment, post_id: post })
      .execute()
    await trx
      .updateTable('profiles')
      .set({ bio: oldText.text, html: oldHtml, render_version: 0 })
      .where('user_id', '=', author.id)
      .execute()
    recordChanges(trx, 'all')
  })
  const read = async () => {
    const { body } = await reader.get(`/api/posts/${post}`)
    const { body: profile } = await reader.get(`/api/profile/user/${author.id}`)
    return { html: [body.html, body.comments[0].html, profile.html], tags: body.tags }
  }
  expect(await read()).toEqual({ html: [oldHtml, oldHtml, oldHtml], tags: [] })

  // Every starting process looks for pending texts.
  const third = await app.another()
  const rendered = '<p><strong>Old</strong> &amp; <a class="tag" href="/posts?tag=good">#good</a></p>'
  await until(async () => (await read()).html.every((html) => html === rendered))
  expect((await read()).tags).toEqual(['good'])
  await third.stop()
  for (const table of ['posts', 'comments', 'profiles'] as const) {
    const rows = await app.db.kysely.selectFrom(table).select('render_version').distinct().execute()
    expect(rows).toEqual([{ render_version: RENDER_VERSION }])
  }
})

test('a text that is rendered in the background mentions nobody who has blocked its author', async () => {
  const blocker = await app.signUp('Blocking Person')
  const other = await app.signUp('Open Person')
  await blocker.put(`/api/blocks/${author.id}`)
  const handles = await Promise.all(
    [blocker, other].map(async (person) => (await person.get('/api/auth')).body.handle),
  )
  const post = await author.write('Before')
  const text = handles.map((handle) => `@${handle}`).join(' ')
  await author.put(`/api/posts/${post}`, { text })
  await author.put(`/api/posts/${post}`, { text: 'After' })
  // As an earlier version of the renderer left them.
  await app.db.transaction(async (trx) => {
    await trx.updateTable('posts').set({ text, html: '', render_version: 0 }).where('id', '=', post).execute()
    await trx
      .updateTable('post_versions')
      .set({ html: '', render_version: 0 })
      .where('post_id', '=', post)
      .execute()
    recordChanges(trx, 'all')
  })
  const third = await app.another()
  const html = `<p>@${handles[0]} <a class="mention" href="/profile/${other.id}">@${handles[1]}</a></p>`
  await until(async () => (await reader.get(`/api/posts/${post}`)).body.html === html)
  await until(async () => (await reader.get(`/api/posts/${post}/history`)).body[1].html === html)
  await third.stop()
})

// Takes a second to highlight even on a fast machine.
const SLOW_CODE = `~~~java\n${'$a'.repeat(4_000)}\n~~~`

test('a text that takes too long is stored as escaped paragraphs, has its tags and notifies whom it mentions', async () => {
  const reached = await app.signUp('Reached Anyway')
  const { handle } = (await reached.get('/api/auth')).body
  const text = `**Slow** <b> @${handle} #slow\n\n${SLOW_CODE}`
  const { body: post } = await author.post('/api/posts', { text })
  expect(post.html).toMatch(`<p>**Slow** &lt;b&gt; ${link(reached, handle)} #slow</p>\n<p>~~~java<br>$a`)
  expect(post.tags).toEqual(['slow'])
  const { body: comments } = await author.post(`/api/posts/comment/${post._id}`, { text })
  expect(comments[0].html).toBe(post.html)
  expect((await reader.get(`/api/posts/${post._id}`)).body.html).toBe(post.html)
  expect((await reached.get('/api/notifications')).body).toMatchObject([
    { kind: 'mention', post: post._id, comment: comments[0]._id, count: 1 },
    { kind: 'mention', post: post._id, comment: null, count: 1 },
  ])
  await until(async () => (await reader.get('/api/search?q=slow&tag=slow')).body.length === 2)
})

test('an edit that takes too long to render keeps the mention that was there before', async () => {
  const mentioned = await app.signUp('Mentioned Throughout')
  const { handle } = (await mentioned.get('/api/auth')).body
  const post = await author.write(`Ask @${handle}`)
  await author.put(`/api/posts/${post}`, { text: `Please ask @${handle}\n\n${SLOW_CODE}` })
  const notifications = (await mentioned.get('/api/notifications')).body
  expect(notifications).toMatchObject([{ kind: 'mention', post, count: 1 }])
})

test.each([
  ['links', `[a]: http://${'x'.repeat(1_900)}.example\n\n${'[a] '.repeat(1_900)}`],
  ['tags', '#a '.repeat(3_333)],
  ['a table', `${'|'.repeat(60)}\n${'|-'.repeat(60)}\n${`${'|'.repeat(60)}\n`.repeat(150)}`],
  ['lists', '- a\n'.repeat(2_500)],
  ['code', `~~~~js\n${'1;'.repeat(4_900)}\n~~~~`],
  ['emphasis', '*a* '.repeat(2_500)],
  ['quotes', '"'.repeat(10_000)],
  ['control characters', '\u0001'.repeat(10_000)],
  ['entities', '&'.repeat(10_000)],
])('the HTML of a text full of %s is bounded', async (_name, text) => {
  const { status, body } = await author.post('/api/posts', { text })
  expect(status).toBe(200)
  expect(Buffer.byteLength(JSON.stringify(body.html))).toBeLessThanOrEqual(64 * 1024)
  expect(body.html.replaceAll(/<[^>]*>/g, '').trim().length).toBeGreaterThan(0)
})
