import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '../../app.ts'
import { GitHub } from '../../github.ts'
import { Browser, codeIn, finishSignIn, type Returned } from '../../sign-in-browser.ts'

const github = new GitHub()
let app: TestApp

beforeAll(async () => {
  await github.start()
  app = await startApp(github.settings)
})
afterAll(async () => {
  await app.stop()
  await github.stop()
})
beforeEach(() => {
  github.apiStatus = 200
})

const failed = () => `${app.running.address}/login?problem=provider`

async function returnAs(login: string, browser = new Browser()): Promise<Returned> {
  github.visitor = login
  const url = await browser.signIn(login, app, 'github')
  expect(url).toMatch(new RegExp(`^${app.running.address}/sign-in#[\\w-]{43}$`))
  return { code: codeIn(url), cookie: browser.cookieFor(app.running.address) }
}
const enter = async (login: string) => finishSignIn(app, await returnAs(login))
const account = async (token: string) => (await app.call('GET', '/api/auth', { token })).body
const url = async (login: string) => {
  github.visitor = login
  return (await new Browser().go(`${app.running.address}/sign-in/github`)).url
}

const profileOf = (id: string) => app.call('GET', `/api/profile/user/${id}`)
const saveProfile = (token: string, githubusername: string) =>
  app.call('POST', '/api/profile', {
    token,
    body: { status: 'Developer', skills: 'TypeScript', githubusername },
  })

/** What a page does when a member connects an account. */
async function connect(person: Person, login: string): Promise<Returned & { url: string }> {
  github.visitor = login
  const { body, headers } = await person.post('/api/auth/identities', { provider: 'github' })
  const browser = new Browser()
  browser.keep(app.running.address, headers.getSetCookie())
  const { url } = await browser.go(body.url)
  return { url, code: codeIn(url), cookie: browser.cookieFor(app.running.address) }
}

test('someone new is registered with the primary, verified email, and known by the id from then on', async () => {
  github.accounts.set('ada', {
    id: 101,
    login: 'ada',
    name: 'Ada Byrne',
    emails: [
      { email: 'other@example.com', primary: false, verified: true },
      { email: 'Ada@Example.com', primary: true, verified: true },
    ],
  })
  const { status, body } = await enter('ada')
  expect(status).toBe(200)
  const first = await account(body.token)
  expect(first).toMatchObject({ name: 'Ada Byrne', email: 'Ada@Example.com', emailConfirmed: true })
  expect(first.githubusername).toBe('ada')
  const authorize = github.requests.find(({ pathname }) => pathname === '/login/oauth/authorize')
  expect(authorize?.searchParams.get('scope')).toBe('read:user user:email')
  expect(authorize?.searchParams.get('code_challenge_method')).toBe('S256')

  // Whoever takes the name and the email there is somebody else.
  github.add('ada', 102, 'ada@example.com')
  expect((await enter('ada')).body.errors).toEqual([{ msg: 'Connect GitHub in your settings first' }])
  github.add('ada-lovelace', 101, 'elsewhere@example.com')
  expect((await account((await enter('ada-lovelace')).body.token))._id).toBe(first._id)
})

test('private, secondary and unverified emails register nobody', async () => {
  const cases = [
    [],
    [{ email: 'second@example.com', primary: false, verified: true }],
    [{ email: 'first@example.com', primary: true, verified: false }],
  ]
  for (const [index, emails] of cases.entries()) {
    github.accounts.set('shy', { id: 200 + index, login: 'shy', emails })
    const { status, body } = await enter('shy')
    expect(status).toBe(400)
    expect(body.errors[0].msg).toMatch(/share your email|verified your email/)
  }
})

test('an email that has an account is not taken over, not even with its password', async () => {
  const owner = await app.signUp('Grace', 'grace@example.com')
  github.add('impostor', 300, 'GRACE@example.com')
  const returned = await returnAs('impostor')
  for (const password of [undefined, 'a guess']) {
    const refused = await finishSignIn(app, returned, password)
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ msg: 'Connect GitHub in your settings first' }] },
    })
  }
  expect((await owner.get('/api/auth/identities')).body).toEqual([])
})

test('a member connects GitHub in the settings, with any email, and signs in with it afterwards', async () => {
  const member = await app.signUp('Hedy')
  github.add('hedy', 400, 'another@example.com')
  const returned = await connect(member, 'hedy')
  expect(returned.url).toContain('/sign-in?to=settings#')
  const { body } = await finishSignIn(app, returned)
  expect((await account(body.token))._id).toBe(member.id)
  const identities = (await app.call('GET', '/api/auth/identities', { token: body.token })).body
  expect(identities).toMatchObject([{ provider: 'GitHub', email: 'another@example.com', current: true }])
  // The new session has replaced the one that connected.
  expect((await member.get('/api/auth')).status).toBe(401)
  expect((await account((await enter('hedy')).body.token))._id).toBe(member.id)

  const second = await app.signUp('Second')
  const refused = await finishSignIn(app, await connect(second, 'hedy'))
  expect(refused.body.errors[0].msg).toBe('This account at GitHub is connected with another member')
})

test('nobody connects an account to that of someone who has signed out, or in a browser of someone else', async () => {
  const member = await app.signUp('Leaving')
  github.add('leaving', 410)
  const returned = await connect(member, 'leaving')
  expect((await finishSignIn(app, { ...returned, cookie: '' })).status).toBe(400)
  await member.delete('/api/auth')
  expect((await finishSignIn(app, returned)).body.errors[0].msg).toBe('This link is no longer valid')
  expect(
    await app.db.kysely.selectFrom('identities').select('id').where('subject', '=', '410').execute(),
  ).toEqual([])
})

test('a wrong, missing or replayed state or code is refused', async () => {
  github.add('mallory', 500)
  github.visitor = 'mallory'
  const returnPath = `${app.running.address}/sign-in/github/return`
  const browser = new Browser()
  expect((await browser.go(`${returnPath}?code=x&state=y`)).url).toBe(failed())
  for (const query of ['code=x&state=wrong', 'code=x', 'state=x', 'error=access_denied']) {
    const started = await fetch(`${app.running.address}/sign-in/github`, { redirect: 'manual' })
    browser.keep(app.running.address, started.headers.getSetCookie())
    expect((await browser.go(`${returnPath}?${query}`)).url).toBe(failed())
  }

  const victim = new Browser()
  const started = await fetch(`${app.running.address}/sign-in/github`, { redirect: 'manual' })
  victim.keep(app.running.address, started.headers.getSetCookie())
  const attack = await fetch(started.headers.get('location') ?? '', { redirect: 'manual' })
  const back = attack.headers.get('location') ?? ''
  // Without the verifier of the browser that started, the code is worth nothing.
  const other = new Browser()
  const elsewhere = await fetch(`${app.running.address}/sign-in/github`, { redirect: 'manual' })
  other.keep(app.running.address, elsewhere.headers.getSetCookie())
  expect((await other.go(back)).url).toBe(failed())
  const cookie = victim.cookieFor(app.running.address)
  expect((await victim.go(back)).url).toContain('/sign-in#')
  victim.keep(app.running.address, [cookie])
  expect((await victim.go(back)).url).toBe(failed())
})

test('a denied, revoked or rate-limited grant and an outage fail this sign-in only', async () => {
  github.add('unlucky', 600)
  expect(await url('')).toBe(failed())
  for (const status of [401, 403, 429, 500, 503]) {
    github.apiStatus = status
    expect(await url('unlucky')).toBe(failed())
  }
  github.apiStatus = 200
  github.accounts.delete('unlucky')
  expect(await url('unlucky')).toBe(failed())
  expect((await app.call('GET', '/api/site')).status).toBe(200)

  const away = new GitHub()
  await away.start()
  const other = await app.another(away.settings)
  await away.stop()
  const started = await fetch(`${other.running.address}/sign-in/github`, { redirect: 'manual' })
  const browser = new Browser()
  browser.keep(other.running.address, started.headers.getSetCookie())
  const state = new URL(started.headers.get('location') ?? '').searchParams.get('state')
  const back = `${other.running.address}/sign-in/github/return?code=x&state=${state}`
  expect((await browser.go(back)).url).toBe(`${other.running.address}/login?problem=provider`)
  await other.stop()
})

test('no token of GitHub is stored', async () => {
  github.add('secret', 700)
  await enter('secret')
  const { kysely } = app.db
  const stored = JSON.stringify([
    await kysely.selectFrom('codes').selectAll().execute(),
    await kysely.selectFrom('identities').selectAll().execute(),
    await kysely.selectFrom('users').selectAll().execute(),
    await kysely.selectFrom('sessions').selectAll().execute(),
  ])
  expect(github.liveTokens.length).toBeGreaterThan(0)
  for (const token of github.liveTokens) expect(stored).not.toContain(token)
})

test('the username is verified on the profile until it changes or a sign-in shows another one', async () => {
  github.add('Grete', 800)
  const { token } = (await enter('Grete')).body
  const { _id: id } = await account(token)
  expect((await saveProfile(token, 'grete')).body).toMatchObject({ githubVerified: true })
  expect((await profileOf(id)).body.githubVerified).toBe(true)
  const listed = (await app.call('GET', '/api/profile')).body
  expect(listed.find((profile: { user: { _id: string } }) => profile.user._id === id).githubVerified).toBe(
    true,
  )

  expect((await saveProfile(token, 'torvalds')).body).not.toHaveProperty('githubVerified')
  await saveProfile(token, 'grete')
  github.add('grete-h', 800)
  await enter('grete-h')
  expect((await profileOf(id)).body).not.toHaveProperty('githubVerified')
  expect((await account(token)).githubusername).toBe('grete-h')
})

test('whoever takes a name on GitHub takes the mark, too, and disconnecting removes it', async () => {
  github.add('shared', 900, 'before@example.com')
  const before = (await enter('shared')).body.token
  await saveProfile(before, 'shared')
  github.add('shared', 901, 'after@example.com')
  const after = (await enter('shared')).body.token
  const saved = await saveProfile(after, 'shared')
  expect(saved.body.githubVerified).toBe(true)
  expect((await profileOf((await account(before))._id)).body).not.toHaveProperty('githubVerified')

  const member = await app.signUp()
  github.add('both', 902)
  const { token } = (await finishSignIn(app, await connect(member, 'both'))).body
  await saveProfile(token, 'both')
  expect((await profileOf(member.id)).body.githubVerified).toBe(true)
  const [identity] = (await app.call('GET', '/api/auth/identities', { token })).body
  await app.call('DELETE', `/api/auth/identities/${identity._id}`, { token })
  expect((await profileOf(member.id)).body).not.toHaveProperty('githubVerified')
})

test('without GitHub as the code host, or on another host, nothing is marked', async () => {
  github.add('elsewhere', 950)
  const { token } = (await enter('elsewhere')).body
  await saveProfile(token, 'elsewhere')
  const { _id: id } = await account(token)
  const others: Record<string, string>[] = [
    { CODE_HOST: 'gitea', CODE_HOST_URL: github.url },
    { GITHUB_API_URL: 'http://localhost:9' },
  ]
  for (const settings of others) {
    const other = await app.another({ ...github.settings, ...settings })
    expect((await other.call('GET', `/api/profile/user/${id}`)).body).not.toHaveProperty('githubVerified')
    expect((await other.call('GET', '/api/auth', { token })).body).not.toHaveProperty('githubusername')
    await other.stop()
  }
  expect((await profileOf(id)).body.githubVerified).toBe(true)
})
