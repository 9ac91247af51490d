import { SaxesParser } from 'saxes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '../../app.ts'

const PUBLIC = 'https://community.example'
const ATOM = 'http://www.w3.org/2005/Atom'

// Every test writes to one process and reads from another.
let app: TestApp
let reader: TestApp
let admin: Person
let ada: Person
beforeAll(async () => {
  app = await startApp({ PUBLIC_URL: PUBLIC })
  reader = await app.another({ PUBLIC_URL: PUBLIC })
  admin = await app.signUpAs('admin')
  ada = await app.signUp('Ada <&> "Lin"')
  await admin.put('/api/admin/site', { reading: 'public', name: 'Devs & <Friends>' })
})
afterAll(async () => {
  await reader.stop()
  await app.stop()
})

type Element = { name: string; attributes: Record<string, string>; text: string; children: Element[] }

function parse(xml: string): Element {
  const root: Element = { name: '', attributes: {}, text: '', children: [] }
  const open = [root]
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, uri, attributes }) => {
    expect(uri).toBe(ATOM)
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value])
    const element = { name, attributes: Object.fromEntries(values), text: '', children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return root.children[0] as Element
}

const childrenNamed = (element: Element, name: string) =>
  element.children.filter((child) => child.name === name)

function only(element: Element, name: string): Element {
  expect(childrenNamed(element, name), name).toHaveLength(1)
  return childrenNamed(element, name)[0] as Element
}

async function read(path: string, from = reader) {
  const { status, body, headers } = await from.call('GET', path)
  expect(status, path).toBe(200)
  expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  const feed = parse(body)
  expect(feed.name).toBe('feed')
  // RFC 4287 requires these elements.
  for (const element of [feed, ...childrenNamed(feed, 'entry')]) {
    for (const name of ['id', 'title', 'updated']) expect(only(element, name).text).not.toBe('')
    expect(new URL(only(element, 'id').text).href).toBeTruthy()
    expect(only(element, 'updated').text).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  }
  const self = childrenNamed(feed, 'link').find(({ attributes }) => attributes.rel === 'self')
  expect(self?.attributes.href).toMatch(/^https:\/\/community\.example\//)
  return { feed, entries: childrenNamed(feed, 'entry'), self: self?.attributes.href, headers }
}

const idsOf = (entries: Element[]) => entries.map((entry) => only(entry, 'id').text.replace('urn:uuid:', ''))

const handleOf = async ({ id }: Person) => (await app.call('GET', `/api/people/${id}`)).body.handle

test('the feed has the newest twenty posts with their full texts', async () => {
  const { entries: none, feed: empty } = await read('/feed.atom')
  expect(none).toEqual([])
  expect(only(empty, 'title').text).toBe('Devs & <Friends>')
  const ids: string[] = []
  for (let index = 0; index < 22; index++) ids.unshift(await ada.write(`Post **${index}** #atom`))
  const { entries, feed } = await read('/feed.atom')
  expect(idsOf(entries)).toEqual(ids.slice(0, 20))
  const [newest] = entries as [Element]
  expect(only(newest, 'content')).toMatchObject({
    attributes: { type: 'html' },
    text: `<p>Post <strong>21</strong> <a class="tag" href="${PUBLIC}/posts?tag=atom">#atom</a></p>`,
  })
  expect(only(newest, 'category').attributes).toEqual({ term: 'atom' })
  expect(only(newest, 'link').attributes.href).toBe(`${PUBLIC}/posts/${ids[0]}`)
  expect(only(only(newest, 'author'), 'name').text).toBe('Ada <&> "Lin"')
  expect(only(only(newest, 'author'), 'uri').text).toBe(`${PUBLIC}/profile/${ada.id}`)
  expect(only(feed, 'updated').text).toBe(only(newest, 'updated').text)
})

test('texts cannot break the XML, whatever they contain', async () => {
  const hostile = [
    ']]></content></entry><script>alert(1)</script>',
    '<!-- & &amp; &#0; &nbsp; "\' \u0001\u0008\u000b\u001f\u007f\u0085\ufffe\uffff\u2028 😀',
    '`href="/x"` <a href="/x"> [link](/x "t\u0002i")',
    '```\n<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]>&b;\n```',
    `# ${'😀'.repeat(9_990)}`,
  ]
  const grace = await app.signUp('\u0003Grace ]]>')
  for (const text of hostile) await grace.write(text)
  await grace.post('/api/posts', { text: '<\u0004>?', question: true })
  const { entries, feed } = await read(`/@${await handleOf(grace)}/feed.atom`)
  expect(entries).toHaveLength(hostile.length + 1)
  expect(only(feed, 'title').text).toBe('\ufffdGrace ]]> · Devs & <Friends>')
  expect(only(entries[0] as Element, 'title').text).toBe('<\ufffd>?')
  const contents = entries.map((entry) => only(entry, 'content').text).join()
  expect(contents).toContain('&lt;script&gt;alert(1)')
  expect(contents).not.toMatch(/href="\/x"|<script/)
})

test('people and tags have feeds that keep their ids, whatever the handle is', async () => {
  const bob = await app.signUp('Bob Stone')
  const plain = await bob.write('Plain')
  const tagged = await bob.write('About #C++')
  const before = await read('/@bob-stone/feed.atom')
  expect(idsOf(before.entries)).toEqual([tagged, plain])
  await bob.put('/api/auth/account', { handle: 'bobby' })
  const changedFeed = await read('/@BOB-stone/feed.atom')
  expect(changedFeed.self).toBe(`${PUBLIC}/@bobby/feed.atom`)
  expect(only(changedFeed.feed, 'id')).toEqual(only(before.feed, 'id'))
  expect(idsOf(changedFeed.entries)).toEqual([tagged, plain])
  const { entries, self } = await read('/tags/%23C%2B%2B/feed.atom')
  expect(idsOf(entries)).toEqual([tagged])
  expect(self).toBe(`${PUBLIC}/tags/c%2B%2B/feed.atom`)
  for (const path of [
    '/@nobody-here/feed.atom',
    '/@%00/feed.atom',
    '/tags/unused/feed.atom',
    '/tags/%00/feed.atom',
  ]) {
    expect((await reader.call('GET', path)).status, path).toBe(404)
  }
  expect((await reader.call('POST', '/feed.atom')).status).toBe(405)
})

test('what has changed is in the next response of every process, and nothing else is sent again', async () => {
  const author = await app.signUp('Changing Name')
  const id = await author.write('Before #change')
  const paths = ['/feed.atom', '/@changing-name/feed.atom', '/tags/change/feed.atom']
  const tags = new Map<string, string>()
  const expectChange = async () => {
    for (const path of paths) {
      const headers = { 'if-none-match': tags.get(path) ?? '""' }
      const changed = await reader.call('GET', path, { headers })
      expect(changed.status).toBe(200)
      const etag = changed.headers.get('etag') ?? ''
      const revalidated = await reader.call('GET', path, { headers: { 'if-none-match': etag } })
      expect(revalidated).toMatchObject({ status: 304, body: '' })
      tags.set(path, etag)
    }
  }
  await expectChange()
  await author.put(`/api/posts/${id}`, { text: 'After #change' })
  await expectChange()
  expect(only((await read(paths[2] as string)).entries[0] as Element, 'content').text).toContain('After')
  await author.put('/api/auth/account', { name: 'Changed Name' })
  await expectChange()
  await admin.put('/api/admin/site', { name: 'Renamed' })
  await expectChange()
})

test('hidden, deleted and suspended content is in no feed of any process', async () => {
  const author = await app.signUp('Hidden Author')
  const removed = await author.write('Removed #hiding')
  const deleted = await author.write('Deleted #hiding')
  const keptPost = await author.write('Kept #hiding')
  const tagFeed = async (from = reader) => idsOf((await read('/tags/hiding/feed.atom', from)).entries)
  expect(await tagFeed()).toEqual([keptPost, deleted, removed])
  await admin.post('/api/admin/removals', { post: removed, reason: 'Spam' })
  await author.delete(`/api/posts/${deleted}`)
  for (const from of [app, reader]) {
    expect(await tagFeed(from)).toEqual([keptPost])
    expect(idsOf((await read('/@hidden-author/feed.atom', from)).entries)).toEqual([keptPost])
    expect(idsOf((await read('/feed.atom', from)).entries)).not.toContain(removed)
  }
  await admin.put(`/api/admin/suspensions/${author.id}`, { reason: 'Spam' })
  for (const from of [app, reader]) {
    for (const path of ['/@hidden-author/feed.atom', '/tags/hiding/feed.atom']) {
      expect((await from.call('GET', path)).status).toBe(404)
    }
    expect((await from.call('GET', '/feed.atom')).body).not.toContain('Hidden Author')
  }
})

test('the feed of someone who has no posts follows the name, and ends with a suspension', async () => {
  const person = await app.signUp('Silent Reader')
  const path = '/@silent-reader/feed.atom'
  const expectTitle = async (name: string) => {
    for (const from of [app, reader]) {
      expect(only((await read(path, from)).feed, 'title').text).toMatch(`${name} · `)
    }
  }
  await expectTitle('Silent Reader')
  await person.put('/api/auth/account', { name: 'Quiet Reader' })
  await expectTitle('Quiet Reader')
  await admin.put(`/api/admin/suspensions/${person.id}`, { reason: 'Spam' })
  for (const from of [app, reader]) expect((await from.call('GET', path)).status).toBe(404)
})

test('where reading is for members there are no feeds, from the next request on', async () => {
  const paths = ['/feed.atom', `/@${await handleOf(ada)}/feed.atom`, '/tags/atom/feed.atom']
  const statuses = () =>
    Promise.all(
      [app, reader].flatMap((from) => paths.map(async (path) => (await from.call('GET', path)).status)),
    )
  for (const _round of [1, 2]) {
    await admin.put('/api/admin/site', { reading: 'public' })
    expect(new Set(await statuses())).toEqual(new Set([200]))
    await admin.put('/api/admin/site', { reading: 'members' })
    expect(new Set(await statuses())).toEqual(new Set([404]))
  }
})

test('pages name their feeds where there are any', async () => {
  const feedsOn = async (path: string) =>
    [
      ...(await reader.call('GET', path)).body.matchAll(
        /<link rel="alternate" type="application\/atom\+xml" [^>]*href="([^"]*)"/g,
      ),
    ].map(([, href]) => href)
  const ownFeed = `${PUBLIC}/@${await handleOf(ada)}/feed.atom`
  expect(await feedsOn('/posts')).toEqual([])
  expect(await feedsOn(`/profile/${ada.id}`)).toEqual([])
  await admin.put('/api/admin/site', { reading: 'public' })
  for (const path of ['/', '/posts']) expect(await feedsOn(path)).toEqual([`${PUBLIC}/feed.atom`])
  expect(await feedsOn(`/profile/${ada.id}`)).toEqual([ownFeed])
  expect(await feedsOn('/login')).toEqual([])
})
