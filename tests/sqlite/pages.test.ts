import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_SITE, PAGE_HEADS, SITE, SITE_PAGES } from '../../contract/pages/heads.ts'
import type { ServedSite } from '../../contract/site.ts'
import { closeAccount } from '../../server/features/accounts/deletion.ts'
import { renderHead } from '../../server/features/pages/render-head.ts'
import { newId } from '../../server/ids.ts'
import { sendBytes, sendRaw } from '../abuse/raw-request.ts'
import { Person, startApp, type TestApp } from '../app.ts'

const PUBLIC = 'https://community.example'

// Every test writes to one process and reads from another.
let writer: TestApp
let reader: TestApp
beforeAll(async () => {
  expect(existsSync('dist/web/index.html')).toBe(true)
  writer = await startApp({ PUBLIC_URL: PUBLIC })
  reader = await writer.another({ PUBLIC_URL: `${PUBLIC}/` })
})
afterAll(async () => {
  await reader.stop()
  await writer.stop()
})

const open = (path: string, headers?: Record<string, string>) => reader.call('GET', path, { headers })

function readHead(html: string) {
  const attribute = (pattern: RegExp) => {
    const matches = [...html.matchAll(new RegExp(pattern, 'g'))].map(([, text = '']) => unescaped(text))
    expect(matches.length, String(pattern)).toBeLessThan(2)
    return matches[0]
  }
  const meta = (name: string) => attribute(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`))
  const data = attribute(/<script type="application\/ld\+json">(.*?)<\/script>/)
  return {
    title: attribute(/<title>([^<]*)<\/title>/),
    description: meta('description'),
    canonical: attribute(/<link rel="canonical" href="([^"]*)"/),
    robots: meta('robots'),
    og: Object.fromEntries(
      ['site_name', 'type', 'title', 'description', 'url', 'image'].map((name) => [name, meta(`og:${name}`)]),
    ),
    card: meta('twitter:card'),
    data: data === undefined ? undefined : JSON.parse(data),
  }
}

const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

test.each(
  Object.entries(PAGE_HEADS).filter(
    ([path]) => path !== '/profile/:id' && !SITE_PAGES.some((page) => path === `/${page}`),
  ),
)('%s has its own head', async (path, { title, access }) => {
  const address = path.replace(':id', newId())
  const { status, body, headers } = await open(address)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('content-security-policy')).toContain("script-src 'self'")
  const head = readHead(body)
  expect(head).toMatchObject({
    title: path === '/' ? SITE.name : `${title} · ${SITE.name}`,
    canonical: PUBLIC + address,
    card: 'summary',
    data: undefined,
    og: {
      site_name: SITE.name,
      type: 'website',
      title,
      url: PUBLIC + address,
      image: `${PUBLIC}/icon-512.png`,
    },
  })
  const isPublic = access === 'anyone' || access === 'profile-reader'
  // Only what search engines list is described: elsewhere a form may have a field of this name.
  expect(head.og.description).toBeTruthy()
  expect(head.description).toBe(isPublic ? head.og.description : undefined)
  expect(head.robots).toBe(isPublic ? undefined : 'noindex')
  expect(body).toContain('<div id="root">')
  if (path !== '/') expect(body).toMatch(/<link rel="modulepreload"[^>]*-pages?-/)
  expect(body).not.toContain('<!--head')
})

test('a profile names its owner for people and for machines', async () => {
  const ada = await writer.signUp('Ada Byrne')
  await ada.post('/api/profile', {
    status: 'Senior Developer',
    skills: 'TypeScript, SQL',
    company: 'Northwind',
    location: 'Lisbon',
    website: 'ada.example',
    twitter: 'ada',
    bio: `I build tools\nfor people who build tools. ${'And more. '.repeat(100)}`,
  })
  for (const degree of ['BSc', 'MSc']) {
    await ada.put('/api/profile/education', { school: 'MIT </script>', degree })
  }
  const { body: profile } = await open(`/api/profile/user/${ada.id}`)
  const { status, body } = await open(`/profile/${ada.id}`)
  expect(status).toBe(200)
  const head = readHead(body)
  expect(head).toMatchObject({
    title: `Ada Byrne · ${SITE.name}`,
    canonical: `${PUBLIC}/profile/${ada.id}`,
    robots: undefined,
    og: {
      type: 'profile',
      title: 'Ada Byrne',
      url: `${PUBLIC}/profile/${ada.id}`,
      image: profile.user.avatar,
    },
    data: {
      '@type': 'ProfilePage',
      dateCreated: profile.date,
      mainEntity: {
        '@type': 'Person',
        identifier: ada.id,
        name: 'Ada Byrne',
        alternateName: profile.user.handle,
        url: `${PUBLIC}/profile/${ada.id}`,
        image: profile.user.avatar,
        jobTitle: 'Senior Developer',
        worksFor: { name: 'Northwind' },
        homeLocation: { name: 'Lisbon' },
        alumniOf: [{ name: 'MIT </script>' }],
        knowsAbout: ['TypeScript', 'SQL'],
        sameAs: ['https://ada.example', 'https://twitter.com/ada'],
      },
    },
  })
  expect(head.description).toMatch(
    /^Senior Developer at Northwind · Lisbon\. I build tools for people who build tools\. .*…$/,
  )
  expect(head.description?.length).toBe(160)
})

test('a handle leads to the page of the person, also one from before, and others to a 404', async () => {
  const ada = await writer.signUp('Grace Murray')
  const { body } = await ada.get('/api/auth')
  await ada.put('/api/auth/account', { handle: 'Amazing-Grace' })
  const leadsTo = async (path: string) => {
    const response = await fetch(reader.running.address + path, { redirect: 'manual' })
    return [response.status, response.headers.get('location'), response.headers.get('cache-control')]
  }
  for (const handle of [body.handle, 'amazing-grace', 'Amazing-GRACE']) {
    expect(await leadsTo(`/@${handle}`)).toEqual([302, `/profile/${ada.id}`, 'no-store'])
  }
  for (const handle of ['nobody-there', 'a', '', '%00', '%zz', '../api/posts', 'x/y']) {
    expect(await leadsTo(`/@${handle}`), handle).toEqual([404, null, 'no-store'])
  }
  const moderator = await writer.signUpAs('moderator')
  await moderator.put(`/api/admin/suspensions/${ada.id}`, { reason: 'Three warnings' })
  for (const handle of [body.handle, 'amazing-grace']) {
    expect(await leadsTo(`/@${handle}`)).toEqual([404, null, 'no-store'])
  }
  await moderator.delete(`/api/admin/suspensions/${ada.id}`)
  expect(await leadsTo('/@amazing-grace')).toEqual([302, `/profile/${ada.id}`, 'no-store'])
})

test('someone without a profile is called by their name', async () => {
  const kofi = await writer.signUp('Kofi & Co')
  const { status, body } = await open(`/profile/${kofi.id}`)
  expect(status).toBe(200)
  expect(readHead(body)).toMatchObject({
    title: `Kofi & Co · ${SITE.name}`,
    description: `Kofi & Co is a member of ${SITE.name}`,
    og: { type: 'profile', title: 'Kofi & Co' },
    data: undefined,
  })
})

test('whatever a profile says stays text', async () => {
  const evil = `</title></script><script>alert(1)</script><!-- "' onload=x \u2028\u2029 &amp; 👩‍💻 مرحبا`
  const mallory = await writer.signUp(evil.slice(0, 100))
  await mallory.post('/api/profile', {
    status: 'Developer',
    skills: ['</script><script>alert(2)</script>', '<!--'],
    company: evil,
    location: evil,
    website: 'https://evil.example/"><script>alert(3)</script>',
    bio: `${evil} ${'𝒳'.repeat(300)}`,
  })
  const { body: profile } = await open(`/api/profile/user/${mallory.id}`)
  const { body } = await open(`/profile/${mallory.id}`)
  const { body: landing } = await open('/')
  expect(body.match(/<script/g)?.length).toBe(landing.match(/<script/g)?.length + 1)
  expect(body.match(/<\/script/g)?.length).toBe(body.match(/<script/g)?.length)
  expect(body).not.toMatch(/<!--(?! Sets)|alert\(1\)<|\ufffd/)
  expect(
    body.slice(
      body.indexOf('ld+json">') + 'ld+json">'.length,
      body.indexOf('</script>', body.indexOf('ld+json')),
    ),
  ).not.toMatch(/[<>&\u2028\u2029]/)
  const head = readHead(body)
  expect(head.title).toBe(`${profile.user.name} · ${SITE.name}`)
  expect(head.og.title).toBe(profile.user.name)
  expect(head.data.mainEntity).toMatchObject({
    name: profile.user.name,
    worksFor: { name: profile.company },
    knowsAbout: profile.skills,
    sameAs: [profile.website],
  })
  expect(head.description?.isWellFormed()).toBe(true)
})

test('what is not there is a 404 for machines, and the same page for people', async () => {
  const leaver = await writer.signUpWithProfile('Leaver')
  const ghost = await writer.signUp('Ghost')
  expect((await open(`/profile/${leaver.id}`)).status).toBe(200)
  await leaver.delete('/api/profile')
  await closeAccount(writer.db, ghost.id)
  const gone = [leaver.id, ghost.id, newId(), 'nobody', '%22%3E'].map((id) => `/profile/${id}`)
  for (const path of [...gone, '/nowhere', '/profile', '/profile/a/b', '/login/x', '/assets', '/__proto__']) {
    for (const method of ['GET', 'HEAD']) {
      const { status, body, headers } = await reader.call(method, path, {
        headers: { 'if-none-match': '*' },
      })
      expect(status, path).toBe(404)
      expect(headers.get('content-type'), path).toBe('text/html; charset=utf-8')
      expect(headers.get('cache-control'), path).toBe('no-store')
      expect(body, path).toMatch(method === 'GET' ? '<div id="root">' : /^$/)
      expect(body).not.toMatch(/Leaver|Ghost/)
    }
  }
  expect((await open('/nothing.js')).headers.get('content-type')).toContain('json')
  expect((await reader.call('POST', '/nowhere')).status).toBe(405)
  expect((await reader.call('POST', '/login')).headers.get('allow')).toBe('GET, HEAD, OPTIONS')
})

test('what is not there cannot be distinguished from what only members may read', async () => {
  const author = await writer.signUp('Author')
  const post = await author.write('For members only')
  const existingPage = await open(`/posts/${post}`)
  const missing = await open(`/posts/${newId()}`)
  for (const response of [missing, await open('/posts/no.id')]) {
    expect(response.status).toBe(existingPage.status)
    expect([...response.headers.keys()]).toEqual([...existingPage.headers.keys()])
  }
  const anonymous = (html: string) => html.replace(/\/posts\/[\w.-]+/g, '/posts/ID')
  expect(anonymous(missing.body)).toBe(anonymous(existingPage.body))
  expect(existingPage.body).not.toMatch(/Author|members only/)
})

test('a page is found by all addresses at which the browser shows it', async () => {
  const ada = await writer.signUpWithProfile('Ada')
  for (const path of [`/Profile/${ada.id.toUpperCase()}/`, `/profile/${ada.id}?utm=x`]) {
    expect(readHead((await open(path)).body).canonical, path).toBe(`${PUBLIC}/profile/${ada.id}`)
  }
  expect(readHead((await open('/LOGIN/')).body).canonical).toBe(`${PUBLIC}/login`)
  expect(readHead((await open('/posts/%22%3E%3Cb%3E')).body).canonical).toBe(`${PUBLIC}/posts/%22%3E%3Cb%3E`)
})

test('where anyone may read, the page of a post previews it, until only members may', async () => {
  const admin = await writer.signUpAs('admin')
  const author = await writer.signUp('Grace "Amazing" Hopper')
  const post = await author.write('# Hello\n\nI **need** [help](https://x.example) with `</title><script>`')
  const path = `/posts/${post}`
  const general = await open(path)
  expect(readHead(general.body)).toMatchObject({ og: { type: 'website', title: 'Post' }, robots: 'noindex' })
  expect((await open('/sitemap.xml')).body).not.toContain(`${PUBLIC}/posts<`)
  await admin.put('/api/admin/site', { reading: 'public' })
  const { status, body } = await open(path)
  expect(status).toBe(200)
  const title = 'Post by Grace "Amazing" Hopper'
  const description = 'Hello I need help with </title><script>'
  expect(readHead(body)).toMatchObject({
    title: `${title} · ${SITE.name}`,
    description,
    canonical: PUBLIC + path,
    robots: undefined,
    og: { type: 'article', title, description, url: PUBLIC + path },
  })
  const question = await author.post('/api/posts', {
    text: '\n## Who **knows** this?\n\nI do not.',
    question: true,
  })
  expect(readHead((await open(`/posts/${question.body._id}`)).body).og.title).toBe('Who knows this?')
  await author.put(`/api/posts/${post}`, { text: 'Solved' })
  expect(readHead((await open(path)).body).description).toBe('Solved')
  for (const missing of [newId(), 'nothing']) expect((await open(`/posts/${missing}`)).status).toBe(404)
  expect((await open('/sitemap.xml')).body).toContain(`${PUBLIC}/posts<`)
  await admin.put('/api/admin/site', { reading: 'members' })
  expect((await open(path)).body).toBe(general.body)
})

test('a rename, a new profile and an edited one reach the head in every process', async () => {
  const ada = await writer.signUp('Before')
  const onReader = new Person(reader, ada.token, ada.id, ada.name, ada.email)
  const head = async () => readHead((await open(`/profile/${ada.id}`)).body)
  for (let round = 0; round < 5; round++) {
    await ada.put('/api/auth/account', { name: `After ${round}` })
    expect((await head()).og.title).toBe(`After ${round}`)
    await onReader.post('/api/profile', { status: 'Developer', skills: 'SQL', bio: `Bio ${round}` })
    expect((await head()).description).toBe(`Developer. Bio ${round}`)
    expect(readHead((await writer.call('GET', `/profile/${ada.id}`)).body).description).toBe(
      `Developer. Bio ${round}`,
    )
  }
})

test('pages are compressed, tagged and sent again only when they have changed', async () => {
  const ada = await writer.signUpWithProfile('Ada')
  for (const path of ['/', '/posts/x', `/profile/${ada.id}`]) {
    const { status, headers } = await open(path, { 'accept-encoding': 'br' })
    expect(status).toBe(200)
    expect(headers.get('content-encoding')).toBe('br')
    expect(headers.get('vary')).toBe('accept-encoding')
    expect(headers.get('cache-control')).toBe('no-cache')
    const tag = headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[\w-]+-br"$/)
    const revalidation = { 'if-none-match': tag }
    for (const method of ['GET', 'HEAD']) {
      const unchanged = await reader.call(method, path, { headers: revalidation })
      expect(unchanged).toMatchObject({ status: 304, body: '' })
      expect(unchanged.headers.get('content-type')).toBeNull()
    }
    expect(await reader.call('HEAD', path)).toMatchObject({ status: 200, body: '' })
  }
  const tag = (await open(`/profile/${ada.id}`)).headers.get('etag') ?? ''
  await ada.put('/api/auth/account', { name: 'Ada B.' })
  expect((await open(`/profile/${ada.id}`, { 'if-none-match': tag })).status).toBe(200)
})

test('while the database is down, or under a flood, the page is sent with a status that says so', async () => {
  const ada = await writer.signUpWithProfile('Ada')
  const limited = await writer.another({ RATE_LIMIT: 'on' })
  const expectGeneral = async (status: number) => {
    const response = await limited.call('GET', `/profile/${ada.id}`)
    expect(response.status).toBe(status)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.body).toContain('<div id="root">')
    expect(response.body).not.toContain('Ada')
  }
  try {
    limited.running.context.ready = false
    await expectGeneral(503)
    expect((await limited.call('GET', '/login')).status).toBe(200)
    limited.running.context.ready = true
    expect((await limited.call('GET', `/profile/${ada.id}`)).body).toContain('Ada')
    const request = 'GET /nothing.js HTTP/1.1\r\nhost: x\r\n'
    const hundred = `${`${request}\r\n`.repeat(99)}${request}connection: close\r\n\r\n`
    for (let n = 0; n < 30; n++) await sendBytes(limited.running.address, Buffer.from(hundred))
    await expectGeneral(429)
    expect((await limited.call('GET', '/sitemap.xml')).status).toBe(429)
    expect((await limited.call('GET', '/theme.js')).status).toBe(200)
  } finally {
    await limited.stop()
  }
})

let behind: TestApp
beforeAll(async () => {
  behind = await writer.another({ TRUST_PROXY: 'loopback' })
})
afterAll(() => behind.stop())

const ask = (app: TestApp, path: string, headers: Record<string, string>) =>
  sendRaw(app.running.address, { method: 'GET', path, headers })

test('without PUBLIC_URL, addresses begin with the requested host and the scheme that a trusted proxy states', async () => {
  const ada = await writer.signUpWithProfile('Ada')
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' }
  const plain = await writer.another()
  try {
    for (const path of ['/login', `/profile/${ada.id}`]) {
      for (const host of ['one.example', 'two.example:8080', '[::1]:5000', 'my_app', 'one.example']) {
        const open = async (app: TestApp, headers = {}) =>
          readHead((await ask(app, path, { host, ...headers })).body).canonical
        expect(await open(behind, forwarded)).toBe(`https://${host}${path}`)
        expect(await open(behind)).toBe(`http://${host}${path}`)
        expect(await open(plain, forwarded)).toBe(`http://${host}${path}`)
      }
    }
    const heads = await Promise.all(
      ['a.example', 'b.example', 'c.example'].map(async (host) => {
        const { body } = await ask(behind, `/profile/${ada.id}`, { host })
        return readHead(body).og.url
      }),
    )
    expect(heads).toEqual(['a', 'b', 'c'].map((host) => `http://${host}.example/profile/${ada.id}`))
  } finally {
    await plain.stop()
  }
})

test('without PUBLIC_URL, an invalid host is refused, and is repeated in no response', async () => {
  for (const host of [
    '"><script>alert(1)</script>',
    'a b',
    'a/b',
    'user@host',
    'ho"st',
    `${'a'.repeat(300)}`,
    '',
  ]) {
    for (const path of ['/', '/posts/x', '/robots.txt', '/sitemap.xml']) {
      const { status, body } = await ask(behind, path, { host })
      expect(status, host).toBe(400)
      expect(body).toMatch(/^\{"errors":/)
      if (host) expect(body).not.toContain(host)
    }
    expect((await ask(reader, '/', { host })).body).toContain(`href="${PUBLIC}/"`)
  }
})

test('of all settings, pages contain those that the contract names', () => {
  const site = {
    ...DEFAULT_SITE,
    reading: 'public',
    mail: true,
    signIn: [],
    passwordSignIn: true,
    inviting: 'members',
  }
  const head = { ...SITE, title: 'Posts', address: '/', type: 'website', image: '', isPublic: true } as const
  const html = renderHead(head, PUBLIC, { ...site, secret: 'hidden' } as ServedSite)
  const sent = unescaped(/<meta name="site" content="([^"]*)"/.exec(html)?.[1] ?? '')
  expect(JSON.parse(sent)).toEqual(site)
})

test('the name and the reading mode of the community reach the heads of every process with the next request', async () => {
  const admin = await writer.signUpAs('admin')
  const site = { name: 'Rust & "Friends" <Porto>', description: 'Meets on Thursdays', reading: 'public' }
  expect((await admin.put('/api/admin/site', site)).status).toBe(200)
  const landing = await open('/')
  expect(readHead(landing.body)).toMatchObject({
    title: site.name,
    description: site.description,
    og: { site_name: site.name },
  })
  const sent = unescaped(/<meta name="site" content="([^"]*)"/.exec(landing.body)?.[1] ?? '')
  expect(JSON.parse(sent)).toEqual({
    ...DEFAULT_SITE,
    ...site,
    mail: false,
    signIn: [],
    passwordSignIn: true,
  })
  const shownName = 'Rust &amp; &quot;Friends&quot; &lt;Porto&gt;'
  expect(landing.body.match(/<h1[^>]*>(.*?)<\/h1>/)?.[1]).toBe(shownName)
  expect(landing.body).toContain(`<bdi class="truncate">${shownName}</bdi>`)
  expect(landing.body).toContain('>Meets on Thursdays</p>')
  expect(landing.body).toMatch(/href="\/posts"[^>]*>Posts<\/a>/)
  expect(readHead((await open('/posts')).body)).toMatchObject({
    title: `Posts · ${site.name}`,
    robots: undefined,
  })
  expect(readHead((await open(`/profile/${admin.id}`)).body).title).toBe(`${admin.name} · ${site.name}`)
  expect((await open('/nowhere')).body).toContain('<meta name="site"')
  await admin.put('/api/admin/site', { ...SITE, reading: 'members' })
  const plain = (await open('/')).body
  expect(plain).toContain('<bdi class="truncate">DevConnector</bdi>')
  expect(plain).not.toContain('href="/posts"')
  expect((await open('/posts')).body).toContain('<div id="root"><img')
  expect(readHead((await open('/posts')).body)).toMatchObject({
    title: `Posts · ${SITE.name}`,
    robots: 'noindex',
  })
  expect(readHead((await open(`/profile/${admin.id}`)).body).title).toBe(`${admin.name} · ${SITE.name}`)
})
