import { hash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type CallName, type Calls, calls } from '../../contract/calls.ts'
import { newId } from '../../server/ids.ts'
import { PASSWORD, type Person, startApp, type TestApp } from '../app.ts'

type Write = Exclude<CallName, `GET ${string}`>
type Attempt = { body?: Record<string, unknown>; status: number }

let app: TestApp
let secondApp: TestApp
let victim: Person
let ids: Record<string, string>
let owned: Awaited<ReturnType<typeof possessions>>

beforeAll(async () => {
  app = await startApp()
  secondApp = await app.another()
  victim = await app.signUpWithProfile('Victim')
  const post = (await victim.post('/api/posts', { text: 'Of the victim?', question: true })).body._id
  const [comment] = (await victim.post(`/api/posts/comment/${post}`, { text: 'Mine' })).body
  await victim.put(`/api/posts/like/${post}`)
  await victim.put(`/api/bookmarks/${post}`)
  await victim.put('/api/follows/tags/mine')
  const job = { title: 'Engineer', company: 'Contoso' }
  const { experience } = (await victim.put('/api/profile/experience', job)).body
  const { education } = (await victim.put('/api/profile/education', { school: 'MIT', degree: 'BSc' })).body
  const { projects } = (await victim.put('/api/profile/projects', { name: 'Mine' })).body
  const [session] = (await victim.get('/api/auth/sessions')).body
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
  const { body: picture } = await victim.upload(await dot.png().toBuffer())
  const identity = {
    id: newId(),
    issuer: 'https://contoso.example',
    subject: 'victim',
    user_id: victim.id,
    email: null,
    connected_at: null,
  }
  await app.db.transaction((trx) => trx.insertInto('identities').values(identity).execute())
  ids = {
    session: session._id,
    identity: identity.id,
    experience: experience[0]._id,
    education: education[0]._id,
    project: projects[0]._id,
    post,
    comment: comment._id,
    picture: picture.url,
  }
  owned = await possessions()
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
})

/** Names the victim in every field that a body might have. */
const forged = () => ({
  _id: victim.id,
  id: victim.id,
  user: victim.id,
  user_id: victim.id,
  userId: victim.id,
})

/** Every write as another member would try it. A new call must be added here to compile. */
const ATTEMPTS: Record<Write, () => Attempt> = {
  'POST /api/users': () => ({
    body: { name: 'X', email: victim.email, password: 'another one' },
    status: 400,
  }),
  'POST /api/auth': () => ({ body: { email: victim.email, password: 'wrong guess' }, status: 400 }),
  'DELETE /api/auth': () => ({ status: 200 }),
  'PUT /api/admin/registrations/:id': () => ({ body: { approved: true }, status: 403 }),
  'POST /api/notices': () => ({
    body: { url: 'https://elsewhere.example', reason: 'x', email: 'a@b.example' },
    status: 400,
  }),
  'DELETE /api/admin/registrations/:id': () => ({ status: 403 }),
  'PUT /api/admin/site/pages/:page': () => ({ body: { text: 'No rules' }, status: 403 }),
  'PUT /api/auth/account': () => ({ body: { name: 'Impostor' }, status: 200 }),
  'PUT /api/auth/avatar': () => ({ body: { url: ids.picture }, status: 400 }),
  'POST /api/pictures': () => ({ status: 400 }),
  'PUT /api/auth/password': () => ({ body: { password: PASSWORD, newPassword: 'stolen one' }, status: 200 }),
  'DELETE /api/auth/sessions/:id': () => ({ status: 404 }),
  'POST /api/auth/identities': () => ({ body: { provider: 'oidc' }, status: 404 }),
  'DELETE /api/auth/identities/:id': () => ({ status: 404 }),
  'POST /api/profile': () => ({ body: { status: 'Manager', skills: 'Stealing' }, status: 200 }),
  'DELETE /api/profile': () => ({ status: 200 }),
  'PUT /api/profile/experience': () => ({ body: { title: 'Thief', company: 'Gang' }, status: 200 }),
  'PUT /api/profile/experience/:id': () => ({ body: { title: 'Thief', company: 'Gang' }, status: 404 }),
  'DELETE /api/profile/experience/:id': () => ({ status: 404 }),
  'PUT /api/profile/education': () => ({ body: { school: 'Of life', degree: 'None' }, status: 200 }),
  'PUT /api/profile/education/:id': () => ({ body: { school: 'Of life', degree: 'None' }, status: 404 }),
  'DELETE /api/profile/education/:id': () => ({ status: 404 }),
  'POST /api/profile/resume': () => ({ body: { skills: [{ name: 'Stealing' }] }, status: 200 }),
  'PUT /api/profile/projects': () => ({ body: { name: 'Loot', picture: ids.picture }, status: 400 }),
  'PUT /api/profile/projects/order': () => ({ body: { ids: [ids.project] }, status: 404 }),
  'PUT /api/profile/projects/:id': () => ({ body: { name: 'Loot' }, status: 404 }),
  'DELETE /api/profile/projects/:id': () => ({ status: 404 }),
  'POST /api/posts': () => ({ body: { text: 'In your name' }, status: 200 }),
  'POST /api/preview': () => ({ body: { text: 'In your name' }, status: 200 }),
  'PUT /api/posts/:id': () => ({ body: { text: 'In your name' }, status: 403 }),
  'PUT /api/posts/comment/:id/:commentId': () => ({ body: { text: 'In your name' }, status: 403 }),
  'DELETE /api/posts/:id': () => ({ status: 403 }),
  'POST /api/posts/:id/restore': () => ({ status: 404 }),
  'PUT /api/posts/like/:id': () => ({ status: 200 }),
  'PUT /api/posts/unlike/:id': () => ({ status: 200 }),
  'POST /api/posts/comment/:id': () => ({ body: { text: 'In your name' }, status: 200 }),
  'DELETE /api/posts/comment/:id/:commentId': () => ({ status: 403 }),
  'PUT /api/posts/comment/:id/:commentId/accepted': () => ({ status: 403 }),
  'DELETE /api/posts/comment/:id/:commentId/accepted': () => ({ status: 403 }),
  'POST /api/auth/reset': () => ({ body: { email: victim.email }, status: 200 }),
  'PUT /api/auth/reset': () => ({ body: { code: 'guess', password: 'stolen one' }, status: 400 }),
  'PUT /api/auth/email': () => ({ body: { email: victim.email, password: PASSWORD }, status: 400 }),
  'POST /api/auth/confirmation': () => ({ status: 400 }),
  'PUT /api/auth/confirmation': () => ({ body: { code: 'guess' }, status: 400 }),
  'POST /api/admin/members/:id/reset': () => ({ status: 403 }),
  'POST /api/auth/provider': () => ({ body: { code: 'guess', password: PASSWORD }, status: 400 }),
  'POST /api/setup': () => ({
    body: { code: 'guess', community: 'Mine', name: 'X', email: 'x@example.com', password: PASSWORD },
    status: 400,
  }),
  'POST /api/invitations': () => ({ body: { uses: 1, days: 1 }, status: 403 }),
  'DELETE /api/invitations/:id': () => ({ status: 404 }),
  'PUT /api/admin/site': () => ({ body: { name: 'Stolen' }, status: 403 }),
  'PUT /api/follows/people/:id': () => ({ status: 200 }),
  'DELETE /api/follows/people/:id': () => ({ status: 200 }),
  'PUT /api/follows/tags/:tag': () => ({ status: 200 }),
  'DELETE /api/follows/tags/:tag': () => ({ status: 200 }),
  'PUT /api/bookmarks/:postId': () => ({ status: 200 }),
  'DELETE /api/bookmarks/:postId': () => ({ status: 200 }),
  'PUT /api/notifications/read': () => ({ body: { post: ids.post }, status: 200 }),
  'PUT /api/notifications/mail': () => ({ body: { like: 'never' }, status: 404 }),
  'PUT /api/mutes/:userId': () => ({ status: 200 }),
  'DELETE /api/mutes/:userId': () => ({ status: 200 }),
  'PUT /api/blocks/:userId': () => ({ status: 200 }),
  'DELETE /api/blocks/:userId': () => ({ status: 200 }),
  'POST /api/reports': () => ({ body: { user: victim.id, reason: 'Spite' }, status: 200 }),
  'PUT /api/admin/reports/:id': () => ({ body: { resolved: true }, status: 403 }),
  'POST /api/admin/removals': () => ({ body: { post: ids.post, reason: 'Spite' }, status: 403 }),
  'DELETE /api/admin/removals/:id': () => ({ status: 403 }),
  'PUT /api/admin/suspensions/:userId': () => ({ body: { reason: 'Spite' }, status: 403 }),
  'DELETE /api/admin/suspensions/:userId': () => ({ status: 403 }),
  'PUT /api/admin/members/:id': () => ({ body: { role: 'admin' }, status: 403 }),
  'POST /api/admin/jobs/:id/retry': () => ({ status: 403 }),
}

const writes = Object.keys(ATTEMPTS) as Write[]
const memberWrites = writes.filter((name) => (calls as Calls)[name].access !== 'anyone')

function pathOf(name: Write): string {
  const path = name.split(' ')[1] ?? ''
  const kind =
    /sessions|identities|experience|education|projects/
      .exec(path)?.[0]
      .replace(/ies$/, 'y')
      .replace(/s$/, '') ?? 'post'
  return path
    .replace(':commentId', ids.comment ?? '')
    .replace(':userId', victim.id)
    .replace('people/:id', `people/${victim.id}`)
    .replace(':postId', ids.post ?? '')
    .replace(':tag', 'stolen')
    .replace(':id', ids[kind] ?? '')
}

function attempt(name: Write, token: string | undefined, at = app) {
  const { body } = ATTEMPTS[name]()
  const method = name.split(' ')[0] ?? ''
  return at.call(method, pathOf(name), { token, body: body && { ...forged(), ...body } })
}

async function possessions() {
  const post = (await victim.get(`/api/posts/${ids.post}`)).body
  const { unread, ...user } = (await victim.get('/api/auth')).body
  return {
    user,
    profile: (await victim.get('/api/profile/me')).body,
    follows: (await victim.get('/api/follows')).body,
    marks: (await victim.get(`/api/marks?posts=${ids.post}`)).body,
    sessions: (await victim.get('/api/auth/sessions')).body,
    identities: (await victim.get('/api/auth/identities')).body,
    text: post.text,
    liked: post.likes.some(({ user }: { user: string }) => user === victim.id),
    comments: post.comments.filter(({ user }: { user: string }) => user === victim.id),
    posts: (await victim.get('/api/posts')).body.filter(({ user }: { user: string }) => user === victim.id)
      .length,
  }
}

test('the table contains every write of the API', () => {
  const writeNames = Object.keys(calls as Record<string, Call>).filter((name) => !name.startsWith('GET '))
  expect([...writes].sort()).toEqual(writeNames.sort())
})

test.each(writes)('another member gains or damages nothing of others by %s', async (name) => {
  const otherMember = await app.signUpWithProfile('Stranger')
  const response = await attempt(name, otherMember.token)
  expect(response.status).toBe(ATTEMPTS[name]().status)
  expect(await possessions()).toEqual(owned)
  if (name === 'POST /api/posts') expect(response.body.user).toBe(otherMember.id)
})

test.each(memberWrites)('%s is refused without a token', async (name) => {
  const response = await attempt(name, undefined)
  expect(response.status).toBe(401)
  expect(response.body).toEqual({ errors: [{ msg: 'No token, authorization denied' }] })
  expect(await possessions()).toEqual(owned)
})

/** Tokens of the victim's other sessions, each ended in a different way through one process. */
async function deadTokens(): Promise<Record<string, string>> {
  const logIn = async (email: string) =>
    (await app.call('POST', '/api/auth', { body: { email, password: PASSWORD } })).body.token as string
  const loggedOut = await logIn(victim.email)
  const ended = await logIn(victim.email)
  const deleted = (await app.signUp()).token
  const replaced = await app.signUp()
  const otherDevice = await logIn(replaced.email)
  for (const token of [loggedOut, ended, deleted, otherDevice]) {
    for (const instance of [app, secondApp]) {
      expect((await instance.call('GET', '/api/auth', { token })).status).toBe(200)
    }
  }
  await app.call('DELETE', '/api/auth', { token: loggedOut })
  const { body: sessions } = await app.call('GET', '/api/auth/sessions', { token: ended })
  const currentSession = sessions.find(({ current }: { current: boolean }) => current)
  await victim.delete(`/api/auth/sessions/${currentSession._id}`)
  await app.call('DELETE', '/api/profile', { token: deleted })
  await replaced.put('/api/auth/password', { password: PASSWORD, newPassword: 'a new one' })

  const expired = await logIn(victim.email)
  await app.db.transaction((trx) =>
    trx
      .updateTable('sessions')
      .set({ expires_at: Date.now() - 1 })
      .where('token_hash', '=', hash('sha256', expired))
      .execute(),
  )
  const wrong = 'A'.repeat(43)
  const shortened = victim.token.slice(0, 42)
  return {
    loggedOut,
    ended,
    deleted,
    otherDevice,
    expired,
    wrong,
    shortened,
    hashOfOne: hash('sha256', victim.token),
  }
}

test('no process accepts writes with a revoked token', async () => {
  const tokens = await deadTokens()
  const before = await possessions()
  for (const [kind, token] of Object.entries(tokens)) {
    for (const name of memberWrites) {
      for (const instance of [app, secondApp]) {
        const response = await attempt(name, token, instance)
        expect(response.status, `${kind}: ${name}`).toBe(401)
        expect(response.body).toEqual({ errors: [{ msg: 'Token is not valid' }] })
      }
    }
  }
  expect(await possessions()).toEqual(before)
})

test('only the hash of a token is stored, and no password', async () => {
  const rows = [
    ...(await app.db.kysely.selectFrom('sessions').selectAll().execute()),
    ...(await app.db.kysely.selectFrom('users').selectAll().execute()),
  ]
  expect(JSON.stringify(rows)).not.toContain(victim.token)
  expect(JSON.stringify(rows)).not.toContain(PASSWORD)
})
