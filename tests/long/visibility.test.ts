import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type CallName, calls } from '../../contract/calls.ts'
import { PASSWORD, type Person, startApp, type TestApp } from '../app.ts'

// Removed or suspended content is in no response of any process from the next request on, and returns unchanged.
// Mutes and blocks change only the own account: the page leaves muted content out.

type Reading = Extract<CallName, `GET ${string}`>
type Viewer = 'stranger' | 'member' | 'author' | 'moderator' | 'admin'

let app: TestApp
let secondApp: TestApp
let author: Person
let member: Person
let moderator: Person
let admin: Person
let post: string
let open: string
let membersPost: string
let comment: string
let membersComment: string
const tokens = new Map<Viewer, string | undefined>()

beforeAll(async () => {
  app = await startApp()
  secondApp = await app.another()
  author = await app.signUpWithProfile('Vanishing Author')
  member = await app.signUpWithProfile('Member')
  moderator = await app.signUpAs('moderator')
  admin = await app.signUpAs('admin')
  // Visitors see as much as possible.
  await admin.put('/api/admin/site', { reading: 'public' })
  await member.post('/api/profile', { skills: 'Topic' })
  await author.put('/api/profile/experience', { title: 'Vanishing Engineer', company: 'Contoso' })
  await author.put('/api/profile/projects', { name: 'Vanishing project', description: 'Vanishing words' })
  await author.post('/api/profile', { showEmail: 'public' })
  const write = async (person: Person, text: string) => {
    const { body } = await person.post('/api/posts', { text: `${text} at first #topic`, question: true })
    const id = body._id as string
    await person.put(`/api/posts/${id}`, { text: `${text} #topic #more` })
    for (const liker of [author, member]) await liker.put(`/api/posts/like/${id}`)
    return id
  }
  const answer = async (person: Person, id: string, text: string) => {
    const { body } = await person.post(`/api/posts/comment/${id}`, { text: `${text} at first` })
    await person.put(`/api/posts/comment/${id}/${body[0]._id}`, { text })
    return body[0]._id as string
  }
  await write(author, 'Vanishing other post')
  post = await write(author, 'Vanishing post')
  membersPost = await write(member, `Staying post for @${await handleOf(author)}`)
  membersComment = await answer(member, post, 'Staying comment')
  await answer(author, post, 'Vanishing comment on my own')
  await answer(member, membersPost, 'Staying comment')
  comment = await answer(author, membersPost, 'Vanishing comment')
  await member.post(`/api/posts/comment/${membersPost}`, { text: 'Staying reply', parent: comment })
  await member.put(`/api/posts/comment/${membersPost}/${comment}/accepted`)
  await author.put(`/api/posts/comment/${post}/${membersComment}/accepted`)
  open = (await moderator.post('/api/posts', { text: 'Who knows? #sql', question: true })).body._id
  await member.post('/api/reports', { post, reason: 'Just to see' })
  for (const reader of [author, member, moderator]) {
    for (const id of [post, membersPost]) await reader.put(`/api/bookmarks/${id}`)
  }
  for (const reader of [moderator, admin]) await reader.put(`/api/follows/people/${author.id}`)
  await signIn()
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
})

const handleOf = async ({ id }: Person) => (await app.call('GET', `/api/people/${id}`)).body.handle

async function signIn(): Promise<void> {
  const { email } = author
  const { body } = await app.call('POST', '/api/auth', { body: { email, password: PASSWORD } })
  tokens.set('stranger', undefined).set('author', body.token)
  tokens.set('member', member.token).set('moderator', moderator.token).set('admin', admin.token)
}

/** A new reading call must be added here to compile. */
const READINGS: Record<Reading, () => string[]> = {
  'GET /api/auth': () => ['/api/auth'],
  'GET /api/auth/sessions': () => ['/api/auth/sessions'],
  'GET /api/auth/export': () => [],
  'GET /api/auth/identities': () => ['/api/auth/identities'],
  'GET /api/auth/removals': () => ['/api/auth/removals'],
  'GET /api/site': () => ['/api/site'],
  'GET /api/site/pages/:page': () => ['/api/site/pages/rules'],
  'GET /api/admin/registrations': () => ['/api/admin/registrations'],
  'GET /api/profile': () => ['/api/profile', '/api/profile?limit=1', '/api/profile?status=Developer'],
  'GET /api/profile/counts': () => ['/api/profile/counts', '/api/profile/counts?status=Developer'],
  'GET /api/profile/me': () => ['/api/profile/me'],
  'GET /api/profile/user/:id/contact': () => [
    `/api/profile/user/${author.id}/contact`,
    `/api/profile/user/${member.id}/contact`,
  ],
  'GET /api/profile/user/:id/resume.json': () => [`/api/profile/user/${author.id}/resume.json`],
  'GET /api/profile/user/:id': () => [`/api/profile/user/${author.id}`, `/api/profile/user/${member.id}`],
  'GET /api/profile/github/:username': () => ['/api/profile/github/someone'],
  'GET /api/people/:idOrHandle': () => [
    `/api/people/${author.id}`,
    '/api/people/vanishing-author',
    `/api/people/${member.id}`,
  ],
  'GET /api/posts': () => [
    '/api/posts',
    '/api/posts?limit=1',
    `/api/posts?author=${author.id}`,
    `/api/posts?author=${member.id}`,
    ...['/api/posts?feed=questions', '/api/posts?feed=unanswered', '/api/posts?feed=for-me'],
    ...['/api/posts?tag=topic', '/api/posts?tag=topic&feed=unanswered'],
  ],
  'GET /api/posts/:id': () => [`/api/posts/${post}`, `/api/posts/${membersPost}`],
  'GET /api/posts/:id/comments': () => [
    `/api/posts/${post}/comments`,
    `/api/posts/${membersPost}/comments`,
    `/api/posts/${membersPost}/comments?limit=1`,
    `/api/posts/${membersPost}/comments?accepted=true`,
  ],
  'GET /api/posts/:id/helpers': () => [`/api/posts/${post}/helpers`, `/api/posts/${open}/helpers`],
  'GET /api/skills/:skill/answerers': () => ['/api/skills/sql/answerers', '/api/skills/topic/answerers'],
  'GET /api/answers/:userId': () => [`/api/answers/${author.id}`, `/api/answers/${member.id}`],
  'GET /api/waiting-questions': () => ['/api/waiting-questions'],
  'GET /api/posts/:id/history': () => [`/api/posts/${post}/history`, `/api/posts/${membersPost}/history`],
  'GET /api/posts/comment/:id/:commentId/history': () => [
    `/api/posts/comment/${membersPost}/${comment}/history`,
    `/api/posts/comment/${post}/${membersComment}/history`,
  ],
  'GET /api/tags': () => ['/api/tags', '/api/tags?prefix=to'],
  'GET /api/tags/:tag': () => ['/api/tags/topic'],
  'GET /api/events': () => [],
  'GET /api/search': () => ['/api/search?q=the', '/api/search?q=vanishing&in=people'],
  'GET /api/search/counts': () => ['/api/search/counts?q=the'],
  'GET /api/skills': () => ['/api/skills'],
  'GET /api/marks': () => [`/api/marks?posts=${post},${membersPost}`],
  'GET /api/follows': () => ['/api/follows'],
  'GET /api/bookmarks': () => ['/api/bookmarks', '/api/bookmarks?limit=1'],
  'GET /api/notifications': () => ['/api/notifications', '/api/notifications?limit=1'],
  'GET /api/notifications/mail': () => ['/api/notifications/mail'],
  'GET /api/admin/members': () => ['/api/admin/members', '/api/admin/members?q=vanishing'],
  'GET /api/admin/reports': () => ['/api/admin/reports'],
  'GET /api/admin/removals': () => ['/api/admin/removals'],
  'GET /api/admin/log': () => ['/api/admin/log'],
  'GET /api/admin/figures': () => ['/api/admin/figures'],
  'GET /api/admin/jobs': () => ['/api/admin/jobs'],
  'GET /api/invitations': () => ['/api/invitations'],
}

const PAGES = () => [`/profile/${author.id}`, `/posts/${post}`, '/posts', '/sitemap.xml']

const FOR_THOSE_CONCERNED: CallName[] = [
  'GET /api/auth/removals',
  'GET /api/admin/members',
  'GET /api/admin/reports',
  'GET /api/admin/removals',
  'GET /api/admin/log',
]
const CHANGING: CallName[] = ['GET /api/admin/log', 'GET /api/admin/figures', 'GET /api/auth/sessions']

type ReadResponse = { call: string; viewer: Viewer; path: string; status: number; content: string }

// An admin reads the same rows as a moderator, and reading everything takes most of the time.
const VIEWERS: Viewer[] = ['stranger', 'author', 'member', 'moderator']

const agent = new Agent({ keepAlive: true })
afterAll(() => agent.destroy())

/** Much cheaper than fetch for thousands of requests. */
function read(at: TestApp, path: string, viewer: Viewer): Promise<{ status: number; content: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; content: string }>()
  const token = tokens.get(viewer)
  const headers = token ? { 'x-auth-token': token } : {}
  get(`${at.running.address}${path}`, { agent, headers }, (response) => {
    text(response).then((body) => {
      const content = `${response.headers.link} ${body.replaceAll(at.running.address, '')}`
      resolve({ status: response.statusCode ?? 0, content })
    }, reject)
  }).on('error', reject)
  return promise
}

/** Reads twice, so that the second response comes from the cache. */
async function readAll({ viewers = VIEWERS, again = false } = {}): Promise<Map<string, ReadResponse>> {
  const responses = new Map<string, ReadResponse>()
  const readings: [string, string[]][] = Object.entries(READINGS).map(([call, paths]) => [call, paths()])
  for (const viewer of viewers) {
    for (const [call, paths] of [...readings, ['pages', PAGES()] as [string, string[]]]) {
      const reads = paths.flatMap((path) =>
        [app, secondApp].map(async (at, process) => {
          const { status, content } = await read(at, path, viewer)
          const key = `${viewer} ${path} ${process}`
          if (again && !CHANGING.includes(call as CallName)) {
            expect((await read(at, path, viewer)).content, `${key} again`).toBe(content)
          }
          responses.set(key, { call, viewer, path, status, content })
        }),
      )
      await Promise.all(reads)
    }
  }
  return responses
}

const without = (responses: Map<string, ReadResponse>, names: string[]) =>
  new Map([...responses].filter(([, { call }]) => !names.includes(call)))

function expectHidden(
  before: Map<string, ReadResponse>,
  during: Map<string, ReadResponse>,
  hidden: string[],
  gone: (path: string) => boolean,
): void {
  let compared = 0
  for (const [key, { call, viewer, path, status, content }] of during) {
    const wasOk = before.get(key)?.status === 200
    if (wasOk) compared++
    const expected = wasOk && gone(path) ? 404 : before.get(key)?.status
    expect(`${key} ${status}`).toBe(`${key} ${expected}`)
    if (FOR_THOSE_CONCERNED.includes(call as CallName)) continue
    if (call === 'GET /api/notifications' && viewer === 'author') continue
    // A page may repeat its own address.
    const unexpected = hidden.filter((text) => !path.includes(text))
    for (const text of unexpected)
      expect(content.includes(text), `${key} shows ${text}: ${content}`).toBe(false)
  }
  expect(compared).toBeGreaterThan(100)
}

const restored = (responses: Map<string, ReadResponse>) => without(responses, CHANGING)

/** The next test starts from this read, because reading everything takes most of the time. */
let lastRead: Map<string, ReadResponse> | undefined
async function knownResponses(): Promise<Map<string, ReadResponse>> {
  const responses = lastRead ?? (await readAll())
  lastRead = undefined
  return responses
}

async function expectRestored(before: Map<string, ReadResponse>): Promise<void> {
  const responses = await readAll()
  expect(restored(responses)).toEqual(restored(before))
  lastRead = responses
}

test('the table contains every reading call of the API', () => {
  const readingCalls = Object.keys(calls as Record<string, Call>).filter((name) => name.startsWith('GET '))
  expect(Object.keys(READINGS).sort()).toEqual(readingCalls.sort())
})

test('a post that was removed is in no response of any process until it is back', async () => {
  const before = await knownResponses()
  const etags = await etagsOf(['/api/posts', `/api/posts/${post}`])
  const removal = await moderator.post('/api/admin/removals', { post, reason: 'Rude' })
  expect(removal.status).toBe(200)
  const during = await readAll({ again: true })
  expectHidden(before, during, ['Vanishing post', 'Vanishing comment on my own', post], (path) =>
    /^(\/api)?\/posts/.test(path) ? path.includes(post) : false,
  )
  expect(during.get(`member /api/people/${author.id} 1`)?.content).toContain('"postCount":1')
  for (const [path, etag] of etags) {
    const headers = { 'if-none-match': etag }
    expect((await secondApp.call('GET', path, { token: member.token, headers })).status).not.toBe(304)
  }
  for (const [method, path, body] of [
    ['PUT', `/api/posts/like/${post}`],
    ['PUT', `/api/posts/unlike/${post}`],
    ['PUT', `/api/posts/${post}`, { text: 'Changed' }],
    ['POST', `/api/posts/comment/${post}`, { text: 'More' }],
    ['PUT', `/api/posts/comment/${post}/${membersComment}`, { text: 'Changed' }],
    ['DELETE', `/api/posts/comment/${post}/${membersComment}`],
    ['POST', '/api/reports', { post, reason: 'Again' }],
  ] as const) {
    for (const viewer of ['member', 'author', 'admin'] as const) {
      const response = await secondApp.call(method, path, { token: tokens.get(viewer), body })
      expect(response.status, `${viewer} ${method} ${path}`).toBe(404)
    }
  }
  await moderator.delete(`/api/admin/removals/${removal.body._id}`)
  await expectRestored(before)
})

test('a post that its author has deleted is in no response of any process until it is restored', async () => {
  const removal = { comment: membersComment, reason: 'Off topic' }
  const removed = (await moderator.post('/api/admin/removals', removal)).body._id
  lastRead = undefined
  const before = await knownResponses()
  const onPost = `/api/posts/${post}`
  const token = tokens.get('author')
  expect((await app.call('DELETE', onPost, { token })).status).toBe(200)
  const during = await readAll({ again: true })
  const texts = ['Vanishing post', 'Vanishing comment on my own', 'Off topic', post]
  expectHidden(before, during, texts, (path) => /^(\/api)?\/posts/.test(path) && path.includes(post))
  for (const { call, content } of during.values()) {
    if (call === 'GET /api/admin/log') continue
    for (const text of texts.slice(0, 3)) expect(content).not.toContain(text)
  }
  for (const [method, path, body] of [
    ['DELETE', onPost],
    ['PUT', onPost, { text: 'Changed' }],
    ['PUT', `/api/posts/like/${post}`],
    ['PUT', `/api/bookmarks/${post}`],
    ['POST', `/api/posts/comment/${post}`, { text: 'More' }],
    ['DELETE', `/api/posts/comment/${post}/${membersComment}`],
    ['PUT', `/api/posts/comment/${post}/${membersComment}/accepted`],
    ['POST', '/api/reports', { post, reason: 'Rude' }],
  ] as const) {
    for (const viewer of ['member', 'author', 'admin'] as const) {
      const response = await secondApp.call(method, path, { token: tokens.get(viewer), body })
      expect(response.status, `${viewer} ${method} ${path}`).toBe(404)
    }
  }
  for (const subject of [{ post }, { comment: membersComment }]) {
    const response = await moderator.post('/api/admin/removals', { ...subject, reason: 'Rude' })
    expect(response.status).toBe(404)
  }
  expect((await moderator.delete(`/api/admin/removals/${removed}`)).status).toBe(404)
  for (const viewer of ['member', 'moderator', 'admin'] as const) {
    const response = await secondApp.call('POST', `${onPost}/restore`, { token: tokens.get(viewer) })
    expect(response).toMatchObject({ status: 404, body: { errors: [{ msg: 'Post not found' }] } })
  }
  const restoredPost = await secondApp.call('POST', `${onPost}/restore`, { token })
  expect(restoredPost.body).toEqual((await app.call('GET', onPost, { token })).body)
  await expectRestored(before)
  await moderator.delete(`/api/admin/removals/${removed}`)
  lastRead = undefined
})

test('a comment that was removed is in no response of any process until it is back', async () => {
  const before = await knownResponses()
  const removal = await moderator.post('/api/admin/removals', { comment, reason: 'Rude' })
  const during = await readAll({ again: true })
  // The author's other comment begins in the same way.
  expectHidden(before, during, ['Vanishing comment"', 'Vanishing comment at', comment], (path) =>
    path.includes(comment),
  )
  expect(during.get(`stranger /api/posts/${membersPost} 0`)?.content).toContain('"commentCount":2')
  await moderator.delete(`/api/admin/removals/${removal.body._id}`)
  await expectRestored(before)
})

test('everything of a suspended member is in no response of any process until the suspension ends', async () => {
  const before = await knownResponses()
  const suspended = await moderator.put(`/api/admin/suspensions/${author.id}`, { reason: 'Rude' })
  expect(suspended.status).toBe(200)
  const leadsToAuthor = (path: string) =>
    path.includes(author.id) && !path.includes('author=')
      ? true
      : path.includes('vanishing-author') ||
        (/^(\/api)?\/posts/.test(path) && path.includes(post)) ||
        path.includes(comment)
  const viewers = VIEWERS.filter((viewer) => viewer !== 'author')
  const during = await readAll({ viewers, again: true })
  expectHidden(before, during, ['Vanishing', author.id, post, comment], (path) =>
    path.startsWith('/api/marks') ? false : leadsToAuthor(path),
  )
  for (const [key, { call, status }] of await readAll({ viewers: ['author'] })) {
    const access = (calls as Record<string, Call>)[call]?.access ?? 'anyone'
    const isOpen = ['anyone', 'reader', 'profile-reader'].includes(access)
    if (!isOpen) expect(status, key).toBe(401)
  }
  const { body } = await secondApp.call('GET', `/api/posts/${membersPost}`, { token: member.token })
  expect([body.likeCount, body.likes.length, body.commentCount, body.comments.length]).toEqual([1, 1, 2, 2])
  await moderator.delete(`/api/admin/suspensions/${author.id}`)
  await signIn()
  await expectRestored(before)
})

test.each([
  ['mutes', 'muted'],
  ['blocks', 'blocked'],
])('%s are only in the account of whoever made them', async (table, field) => {
  const before = await knownResponses()
  await member.put(`/api/${table}/${author.id}`)
  const during = await readAll()
  const by = (responses: Map<string, ReadResponse>, name: CallName) =>
    new Map([...responses].filter(([, { viewer, call }]) => viewer === 'member' && call === name))
  const calls: CallName[] = ['GET /api/auth', 'GET /api/posts/:id/helpers', 'GET /api/waiting-questions']
  if (table === 'blocks') calls.push('GET /api/search', 'GET /api/search/counts')
  const ownResponses = (responses: Map<string, ReadResponse>) =>
    new Map(calls.flatMap((name) => [...by(responses, name)]))
  expect(restored(new Map([...during].filter(([key]) => !ownResponses(during).has(key))))).toEqual(
    restored(new Map([...before].filter(([key]) => !ownResponses(before).has(key)))),
  )
  for (const { content } of by(during, 'GET /api/auth').values()) {
    expect(content).toContain(`"${field}":["${author.id}"]`)
  }
  await member.delete(`/api/${table}/${author.id}`)
  await expectRestored(before)
})

async function etagsOf(paths: string[]): Promise<[string, string][]> {
  return Promise.all(
    paths.map(async (path): Promise<[string, string]> => {
      const { headers } = await secondApp.call('GET', path, { token: member.token })
      return [path, headers.get('etag') ?? '']
    }),
  )
}
