import sharp from 'sharp'
import type { CallName } from '../../contract/calls.ts'
import { type ApiResponse, PASSWORD, type Person, type TestApp } from '../app.ts'

export type Cast = {
  app: TestApp
  person: Person
  other: Person
  moderator: Person
  admin: Person
  post: string
}

export async function castOf(app: TestApp): Promise<Cast> {
  const person = await app.signUpWithProfile()
  const other = await app.signUp()
  const moderator = await app.signUpAs('moderator')
  const admin = await app.signUpAs('admin')
  const post = await person.write('Hello #sql')
  await other.put(`/api/posts/like/${post}`)
  await other.put('/api/follows/tags/sql')
  return { app, person, other, moderator, admin, post }
}

type Request = { by?: Person; path: string; body?: unknown; headers?: Record<string, string> }

export type Example = (cast: Cast) => Request | Promise<Request>

async function ask({ person, other }: Cast): Promise<{ question: string; answer: string }> {
  const { body } = await person.post('/api/posts', { text: 'Why? #sql', question: true })
  const [answer] = (await other.post(`/api/posts/comment/${body._id}`, { text: 'So' })).body
  return { question: body._id, answer: answer._id }
}

const JOB = { title: 'Engineer', company: 'Ours' }
const SCHOOL = { school: 'Ours', degree: 'BSc' }

const PROJECT = { name: 'Ours', skills: 'SQL' }
const PARTS = { experience: JOB, education: SCHOOL, projects: PROJECT }

async function partOfProfile({ person }: Cast, kind: keyof typeof PARTS): Promise<string> {
  const { body } = await person.put(`/api/profile/${kind}`, PARTS[kind])
  return `/api/profile/${kind}/${body[kind][0]._id}`
}

async function removal({ person, moderator }: Cast): Promise<string> {
  const { body } = await moderator.post('/api/admin/removals', {
    post: await person.write('Bad'),
    reason: 'Bad',
  })
  return `/api/admin/removals/${body._id}`
}

const dot = () =>
  sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
    .png()
    .toBuffer()

/** Excludes calls that take a code from a mail or provider, and streams. */
export const EXAMPLES: Partial<Record<CallName, Example>> = {
  'POST /api/users': () => ({
    path: '/api/users',
    body: { name: 'New', email: 'new@example.com', password: PASSWORD },
  }),
  'POST /api/auth': ({ person }) => ({
    path: '/api/auth',
    body: { email: person.email, password: PASSWORD },
  }),
  'GET /api/auth': ({ person }) => ({ by: person, path: '/api/auth' }),
  'GET /api/auth/sessions': ({ person }) => ({ by: person, path: '/api/auth/sessions' }),
  'DELETE /api/auth/sessions/:id': async ({ app, other }) => {
    const body = { email: other.email, password: PASSWORD }
    await app.call('POST', '/api/auth', { body })
    const sessions: { _id: string; current: boolean }[] = (await other.get('/api/auth/sessions')).body
    const ended = sessions.find(({ current }) => !current)?._id
    return { by: other, path: `/api/auth/sessions/${ended}` }
  },
  'GET /api/auth/identities': ({ person }) => ({ by: person, path: '/api/auth/identities' }),
  'POST /api/auth/reset': ({ other }) => ({ path: '/api/auth/reset', body: { email: other.email } }),
  'DELETE /api/auth': async ({ app }) => {
    const leaving = await app.signUp()
    return { by: leaving, path: '/api/auth' }
  },
  'PUT /api/auth/account': ({ person }) => ({
    by: person,
    path: '/api/auth/account',
    body: { name: 'Ada King' },
  }),
  'PUT /api/auth/password': async ({ app }) => {
    const careful = await app.signUp()
    return {
      by: careful,
      path: '/api/auth/password',
      body: { password: PASSWORD, newPassword: 'another horse' },
    }
  },
  'PUT /api/auth/email': async ({ app }) => {
    const moving = await app.signUp()
    return { by: moving, path: '/api/auth/email', body: { email: 'moved@example.com', password: PASSWORD } }
  },
  'POST /api/pictures': async ({ person }) => ({
    by: person,
    path: '/api/pictures',
    body: await dot(),
    headers: { 'content-type': 'image/png' },
  }),
  'PUT /api/auth/avatar': async ({ person }) => {
    const { body } = await person.upload(await dot())
    return { by: person, path: '/api/auth/avatar', body: { url: body.url } }
  },
  'GET /api/profile': ({ person }) => ({ by: person, path: '/api/profile' }),
  'GET /api/profile/counts': ({ person }) => ({ by: person, path: '/api/profile/counts' }),
  'GET /api/profile/me': ({ person }) => ({ by: person, path: '/api/profile/me' }),
  'GET /api/profile/user/:id': ({ person }) => ({ by: person, path: `/api/profile/user/${person.id}` }),
  'GET /api/profile/user/:id/contact': ({ person }) => ({
    by: person,
    path: `/api/profile/user/${person.id}/contact`,
  }),
  'GET /api/profile/user/:id/resume.json': ({ person }) => ({
    by: person,
    path: `/api/profile/user/${person.id}/resume.json`,
  }),
  'POST /api/profile': ({ person }) => ({ by: person, path: '/api/profile', body: { bio: 'Writes' } }),
  'PUT /api/profile/experience': ({ person }) => ({ by: person, path: '/api/profile/experience', body: JOB }),
  'PUT /api/profile/education': ({ person }) => ({
    by: person,
    path: '/api/profile/education',
    body: SCHOOL,
  }),
  'PUT /api/profile/experience/:id': async (cast) => {
    const { person } = cast
    const path = await partOfProfile(cast, 'experience')
    return { by: person, path, body: { ...JOB, title: 'Writer' } }
  },
  'PUT /api/profile/education/:id': async (cast) => {
    const { person } = cast
    const path = await partOfProfile(cast, 'education')
    return { by: person, path, body: { ...SCHOOL, degree: 'MSc' } }
  },
  'DELETE /api/profile/experience/:id': async (cast) => {
    const { person } = cast
    const path = await partOfProfile(cast, 'experience')
    return { by: person, path }
  },
  'DELETE /api/profile/education/:id': async (cast) => {
    const { person } = cast
    const path = await partOfProfile(cast, 'education')
    return { by: person, path }
  },
  'POST /api/profile/resume': ({ person }) => ({
    by: person,
    path: '/api/profile/resume',
    body: { work: [{ position: 'Engineer', name: 'Theirs' }] },
  }),
  'PUT /api/profile/projects': ({ person }) => ({ by: person, path: '/api/profile/projects', body: PROJECT }),
  'PUT /api/profile/projects/order': async (cast) => {
    const { person } = cast
    const id = (await partOfProfile(cast, 'projects')).split('/').at(-1)
    return { by: person, path: '/api/profile/projects/order', body: { ids: [id] } }
  },
  'PUT /api/profile/projects/:id': async (cast) => {
    const { person } = cast
    const path = await partOfProfile(cast, 'projects')
    return { by: person, path, body: { ...PROJECT, name: 'Mine' } }
  },
  'DELETE /api/profile/projects/:id': async (cast) => {
    const { person } = cast
    const path = await partOfProfile(cast, 'projects')
    return { by: person, path }
  },
  'DELETE /api/profile': async ({ app }) => {
    const leaving = await app.signUp()
    return { by: leaving, path: '/api/profile' }
  },
  'GET /api/auth/export': ({ person }) => ({ by: person, path: '/api/auth/export' }),
  'GET /api/people/:idOrHandle': ({ person }) => ({ by: person, path: `/api/people/${person.id}` }),
  'GET /api/posts': ({ person }) => ({ by: person, path: '/api/posts' }),
  'GET /api/posts/:id': ({ person, post }) => ({ by: person, path: `/api/posts/${post}` }),
  'GET /api/posts/:id/comments': ({ person, post }) => ({ by: person, path: `/api/posts/${post}/comments` }),
  'GET /api/posts/:id/history': ({ person, post }) => ({ by: person, path: `/api/posts/${post}/history` }),
  'GET /api/posts/:id/helpers': async (cast) => {
    const { person } = cast
    const { question } = await ask(cast)
    return { by: person, path: `/api/posts/${question}/helpers` }
  },
  'GET /api/posts/comment/:id/:commentId/history': async (cast) => {
    const { person } = cast
    const { question, answer } = await ask(cast)
    return { by: person, path: `/api/posts/comment/${question}/${answer}/history` }
  },
  'GET /api/marks': ({ person, post }) => ({ by: person, path: `/api/marks?posts=${post}` }),
  'POST /api/posts': ({ person }) => ({
    by: person,
    path: '/api/posts',
    body: { text: 'More #sql', question: true },
  }),
  'PUT /api/posts/:id': ({ person, post }) => ({
    by: person,
    path: `/api/posts/${post}`,
    body: { text: 'Hello again #sql' },
  }),
  'DELETE /api/posts/:id': async (cast) => {
    const { person } = cast
    const { question } = await ask(cast)
    return { by: person, path: `/api/posts/${question}` }
  },
  'POST /api/posts/:id/restore': async (cast) => {
    const { person } = cast
    const { question } = await ask(cast)
    await person.delete(`/api/posts/${question}`)
    return { by: person, path: `/api/posts/${question}/restore` }
  },
  'PUT /api/posts/like/:id': async (cast) => {
    const { other } = cast
    const { question } = await ask(cast)
    return { by: other, path: `/api/posts/like/${question}` }
  },
  'PUT /api/posts/unlike/:id': ({ other, post }) => ({ by: other, path: `/api/posts/unlike/${post}` }),
  'POST /api/posts/comment/:id': ({ other, post }) => ({
    by: other,
    path: `/api/posts/comment/${post}`,
    body: { text: 'Hi' },
  }),
  'PUT /api/posts/comment/:id/:commentId': async (cast) => {
    const { other } = cast
    const { question, answer } = await ask(cast)
    return { by: other, path: `/api/posts/comment/${question}/${answer}`, body: { text: 'So or so' } }
  },
  'DELETE /api/posts/comment/:id/:commentId': async (cast) => {
    const { other } = cast
    const { question, answer } = await ask(cast)
    return { by: other, path: `/api/posts/comment/${question}/${answer}` }
  },
  'PUT /api/posts/comment/:id/:commentId/accepted': async (cast) => {
    const { person } = cast
    const { question, answer } = await ask(cast)
    return { by: person, path: `/api/posts/comment/${question}/${answer}/accepted` }
  },
  'DELETE /api/posts/comment/:id/:commentId/accepted': async (cast) => {
    const { person } = cast
    const { question, answer } = await ask(cast)
    await person.put(`/api/posts/comment/${question}/${answer}/accepted`)
    return { by: person, path: `/api/posts/comment/${question}/${answer}/accepted` }
  },
  'POST /api/preview': ({ person }) => ({ by: person, path: '/api/preview', body: { text: 'Hello' } }),
  'GET /api/follows': ({ other }) => ({ by: other, path: '/api/follows' }),
  'PUT /api/follows/people/:id': ({ person, other }) => ({
    by: other,
    path: `/api/follows/people/${person.id}`,
  }),
  'DELETE /api/follows/people/:id': async ({ person, other }) => {
    const path = `/api/follows/people/${person.id}`
    await other.put(path)
    return { by: other, path }
  },
  'PUT /api/follows/tags/:tag': ({ other }) => ({ by: other, path: '/api/follows/tags/go' }),
  'DELETE /api/follows/tags/:tag': async ({ other }) => {
    const path = '/api/follows/tags/go'
    await other.put(path)
    return { by: other, path }
  },
  'GET /api/bookmarks': ({ other }) => ({ by: other, path: '/api/bookmarks' }),
  'PUT /api/bookmarks/:postId': ({ other, post }) => ({ by: other, path: `/api/bookmarks/${post}` }),
  'DELETE /api/bookmarks/:postId': async ({ other, post }) => {
    const path = `/api/bookmarks/${post}`
    await other.put(path)
    return { by: other, path }
  },
  'GET /api/tags': ({ person }) => ({ by: person, path: '/api/tags' }),
  'GET /api/tags/:tag': ({ person }) => ({ by: person, path: '/api/tags/sql' }),
  'GET /api/search': ({ person }) => ({ by: person, path: '/api/search?q=hello' }),
  'GET /api/search/counts': ({ person }) => ({ by: person, path: '/api/search/counts?q=hello' }),
  'GET /api/skills': ({ person }) => ({ by: person, path: '/api/skills' }),
  'GET /api/skills/:skill/answerers': async (cast) => {
    const { person } = cast
    await ask(cast)
    return { by: person, path: '/api/skills/sql/answerers' }
  },
  'GET /api/answers/:userId': async (cast) => {
    const { person, other } = cast
    await ask(cast)
    return { by: person, path: `/api/answers/${other.id}` }
  },
  'GET /api/waiting-questions': ({ person }) => ({ by: person, path: '/api/waiting-questions' }),
  'GET /api/site': ({ person }) => ({ by: person, path: '/api/site' }),
  'PUT /api/admin/site': ({ admin }) => ({ by: admin, path: '/api/admin/site', body: { name: 'Ours' } }),
  'GET /api/notifications': ({ person }) => ({ by: person, path: '/api/notifications' }),
  'PUT /api/notifications/read': ({ person }) => ({ by: person, path: '/api/notifications/read', body: {} }),
  'PUT /api/mutes/:userId': ({ person, admin }) => ({ by: person, path: `/api/mutes/${admin.id}` }),
  'DELETE /api/mutes/:userId': async ({ person, admin }) => {
    const path = `/api/mutes/${admin.id}`
    await person.put(path)
    return { by: person, path }
  },
  'PUT /api/blocks/:userId': ({ person, admin }) => ({ by: person, path: `/api/blocks/${admin.id}` }),
  'DELETE /api/blocks/:userId': async ({ person, admin }) => {
    const path = `/api/blocks/${admin.id}`
    await person.put(path)
    return { by: person, path }
  },
  'GET /api/admin/members': ({ moderator }) => ({ by: moderator, path: '/api/admin/members' }),
  'PUT /api/admin/members/:id': async ({ app, admin }) => {
    const helper = await app.signUp()
    return { by: admin, path: `/api/admin/members/${helper.id}`, body: { role: 'moderator' } }
  },
  'POST /api/admin/members/:id/reset': ({ other, admin }) => ({
    by: admin,
    path: `/api/admin/members/${other.id}/reset`,
  }),
  'POST /api/reports': ({ other, post }) => ({
    by: other,
    path: '/api/reports',
    body: { post, reason: 'Just to see' },
  }),
  'GET /api/admin/reports': ({ moderator }) => ({ by: moderator, path: '/api/admin/reports' }),
  'PUT /api/admin/reports/:id': async ({ other, moderator, post }) => {
    await other.post('/api/reports', { post, reason: 'Just to see' })
    const [report] = (await moderator.get('/api/admin/reports')).body
    return { by: moderator, path: `/api/admin/reports/${report._id}`, body: { resolved: true } }
  },
  'POST /api/admin/removals': async ({ person, moderator }) => {
    const bad = await person.write('Bad')
    return { by: moderator, path: '/api/admin/removals', body: { post: bad, reason: 'Bad' } }
  },
  'GET /api/admin/removals': ({ moderator }) => ({ by: moderator, path: '/api/admin/removals' }),
  'DELETE /api/admin/removals/:id': async (cast) => {
    const { moderator } = cast
    const path = await removal(cast)
    return { by: moderator, path }
  },
  'GET /api/auth/removals': ({ person }) => ({ by: person, path: '/api/auth/removals' }),
  'PUT /api/admin/suspensions/:userId': async ({ app, moderator }) => {
    const { id } = await app.signUp()
    return { by: moderator, path: `/api/admin/suspensions/${id}`, body: { reason: 'Bad' } }
  },
  'DELETE /api/admin/suspensions/:userId': async ({ app, moderator }) => {
    const path = `/api/admin/suspensions/${(await app.signUp()).id}`
    await moderator.put(path, { reason: 'Bad' })
    return { by: moderator, path }
  },
  'GET /api/admin/log': ({ moderator }) => ({ by: moderator, path: '/api/admin/log' }),
  'GET /api/admin/figures': ({ moderator }) => ({ by: moderator, path: '/api/admin/figures' }),
  'GET /api/admin/jobs': ({ admin }) => ({ by: admin, path: '/api/admin/jobs' }),
  'POST /api/invitations': ({ admin }) => ({
    by: admin,
    path: '/api/invitations',
    body: { uses: 1, days: 1 },
  }),
  'GET /api/invitations': ({ admin }) => ({ by: admin, path: '/api/invitations' }),
  'DELETE /api/invitations/:id': async ({ admin }) => {
    const { body } = await admin.post('/api/invitations', { uses: 1, days: 1 })
    return { by: admin, path: `/api/invitations/${body._id}` }
  },
}

export async function exampleOf(
  name: CallName,
  cast: Cast,
  examples = EXAMPLES,
): Promise<() => Promise<ApiResponse>> {
  const example = examples[name]
  if (!example) throw new Error(`There is no example of ${name}`)
  const { by, path, body, headers } = await example(cast)
  const [method = ''] = name.split(' ')
  return () => cast.app.call(method, path, { token: by?.token, body, headers })
}
