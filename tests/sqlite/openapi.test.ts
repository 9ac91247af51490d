import sharp from 'sharp'
import { Clean, Errors } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, calls } from '../../contract/calls.ts'
import { type ResolvedOpenApi, resolveReferences } from '../../contract/openapi/resolve.ts'
import { codeForIdentity } from '../../server/features/sign-in/provider/identities.ts'
import { type CodeKind, type CodeOwner, issueCode } from '../../server/features/sign-in/recovery/codes.ts'
import { newId } from '../../server/ids.ts'
import { type ApiResponse, PASSWORD, type Person, startApp, type TestApp } from '../app.ts'
import { type CodeHost, startCodeHost } from '../fake-code-host.ts'

const PROVIDERS = {
  ...{ GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' },
  ...{ OIDC_ISSUER: 'https://p.example', OIDC_CLIENT_ID: 'id' },
}
let host: CodeHost
let app: TestApp
let person: Person
let document: ResolvedOpenApi
const checkedResponses = new Set<string>()

beforeAll(async () => {
  host = await startCodeHost()
  const repo = { id: 1, name: 'n', html_url: 'https://h.example', description: null, size: 3 }
  host.respond = (response) => {
    response.end(JSON.stringify([{ ...repo, stargazers_count: 1, watchers_count: 1, forks_count: 1 }]))
  }
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@b.example', PUBLIC_URL: 'https://c.example' }
  app = await startApp({ ...PROVIDERS, GITHUB_API_URL: host.url, ...mail })
  person = await app.signUp()
  document = resolveReferences((await app.call('GET', '/api/docs/openapi.json')).body)
})
afterAll(async () => {
  await app.stop()
  await host.stop()
})

async function failedJob(): Promise<string> {
  const id = newId()
  const job = { id, kind: 'nothing', payload: '{}', run_at: 0, attempts: 10, lease: null }
  const failed = { ...job, error: 'It was hopeless', failed_at: Date.now() }
  await app.db.transaction((trx) => trx.insertInto('jobs').values(failed).execute())
  return id
}

const SECRET = 'secret'

async function call(name: string, path: string, body?: unknown, token = person.token): Promise<ApiResponse> {
  const [method = '', template = ''] = name.split(' ')
  const headers: Record<string, string> = { cookie: `__Host-sign-in=${SECRET}` }
  if (body instanceof Uint8Array) headers['content-type'] = 'image/png'
  const response = await app.call(method, path, { token, body, headers })
  const operation = document.paths[template.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  const documented = operation?.responses[response.status]
  const schema = documented?.content?.['application/json']?.schema
  expect(schema, `The document does not have status ${response.status} of ${name}`).toBeDefined()
  expect(Errors(schema ?? {}, response.body), `${name} ${response.status}`).toEqual([])
  // No response may have a field that the document lacks.
  expect(Clean(schema ?? {}, structuredClone(response.body)), name).toEqual(response.body)
  for (const header of Object.keys(documented?.headers ?? {})) {
    // Only long lists have a next page.
    if (header !== 'Link')
      expect(response.headers.has(header), `${name} ${response.status} ${header}`).toBe(true)
  }
  checkedResponses.add(`${name} ${response.status}`)
  return response
}

test('the document names every call with its access, parameters and body', () => {
  expect(document.openapi).toMatch(/^3\.1\./)
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      operation,
    })),
  )
  expect(operations.map(({ name }) => name).sort()).toEqual(Object.keys(calls).sort())
  for (const { name, operation } of operations) {
    const contract: Call = calls[name as keyof typeof calls]
    const either = [{ token: [] }, { bearer: [] }]
    const optional = contract.access === 'profile-reader' ? [{}] : []
    expect(operation.security, name).toEqual(contract.access === 'anyone' ? [] : [...optional, ...either])
    expect('401' in operation.responses, name).toBe(contract.access !== 'anyone')
    expect(operation.requestBody !== undefined, name).toBe(
      contract.body !== undefined || contract.bytes !== undefined,
    )
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect(
      inPath.map((parameter) => `:${parameter.name}`),
      name,
    ).toEqual(name.match(/:\w+/g) ?? [])
    const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query')
    expect(
      inQuery.map((parameter) => parameter.name),
      name,
    ).toEqual(Object.keys(contract.query?.fields ?? {}))
  }
})

test('the responses of all calls match the document', async () => {
  const email = 'documented@example.com'
  await call('POST /api/users', '/api/users', { name: 'N', email, password: PASSWORD })
  await call('POST /api/users', '/api/users', {})
  const { body } = await call('POST /api/auth', '/api/auth', { email, password: PASSWORD })
  await call('POST /api/auth', '/api/auth', { email, password: 'wrong' })
  await call('GET /api/auth', '/api/auth')
  await call('GET /api/auth', '/api/auth', undefined, 'dead')
  await call('PUT /api/auth/account', '/api/auth/account', { name: 'Renamed' })
  await call('PUT /api/auth/account', '/api/auth/account', { name: '' })
  const password = { password: PASSWORD, newPassword: PASSWORD }
  const changed = await call('PUT /api/auth/password', '/api/auth/password', password, body.token)
  const { token } = changed.body
  const sessions = await call('GET /api/auth/sessions', '/api/auth/sessions', undefined, token)
  const session = `/api/auth/sessions/${sessions.body[0]._id}`
  await call('DELETE /api/auth/sessions/:id', session)
  await call('DELETE /api/auth/sessions/:id', session, undefined, token)

  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
  const { body: picture } = await call('POST /api/pictures', '/api/pictures', await dot.png().toBuffer())
  await call('POST /api/pictures', '/api/pictures', Buffer.from('x'))
  await call('POST /api/pictures', '/api/pictures', { text: 'x' })
  await call('PUT /api/auth/avatar', '/api/auth/avatar', { url: picture.url })
  await call('PUT /api/auth/avatar', '/api/auth/avatar', { url: 'x' })
  await call('GET /api/auth', '/api/auth')

  await call('GET /api/profile/me', '/api/profile/me')
  await call('PUT /api/profile/experience', '/api/profile/experience', { title: 'T', company: 'C' })
  await call('POST /api/profile', '/api/profile', { skills: 'x' })
  await call('POST /api/profile', '/api/profile', { status: 'Intern', skills: 'x', website: 'h.example' })
  const period = { from: '2020-01-01', current: true }
  const education = { school: 'S', degree: 'D', from: '2020-01-01', to: '2021-01-01' }
  await call('PUT /api/profile/education', '/api/profile/education', education)
  const project = { name: 'P', url: 'p.example', skills: ['x'], from: '2020-01-01' }
  await call('PUT /api/profile/projects', '/api/profile/projects', project)
  await call('PUT /api/profile/experience', '/api/profile/experience', {
    title: 'T',
    company: 'C',
    ...period,
  })
  const ownProfile = await call('GET /api/profile/me', '/api/profile/me')
  await call('GET /api/profile', '/api/profile')
  await call('GET /api/profile', '/api/profile?limit=x')
  await call('GET /api/profile/user/:id', `/api/profile/user/${person.id}`)
  await call('GET /api/profile/user/:id', '/api/profile/user/x')
  await call('GET /api/profile/user/:id/contact', `/api/profile/user/${person.id}/contact`)
  await call('GET /api/profile/user/:id/resume.json', `/api/profile/user/${person.id}/resume.json`)
  await call('GET /api/people/:idOrHandle', `/api/people/${person.id}`)
  await call('GET /api/people/:idOrHandle', '/api/people/x')
  await call('GET /api/profile/github/:username', '/api/profile/github/ada')
  await call('GET /api/profile/github/:username', '/api/profile/github/--')
  await call('POST /api/profile/resume', '/api/profile/resume?preview=true', { skills: [{ name: 'x' }] })
  const ids = [ownProfile.body.projects[0]._id]
  await call('PUT /api/profile/projects/order', '/api/profile/projects/order', { ids })
  const changes = { experience: { title: 'T', company: 'C', ...period }, education, projects: project }
  for (const kind of ['experience', 'education', 'projects'] as const) {
    const path = `/api/profile/${kind}/${ownProfile.body[kind][0]._id}`
    await call(`PUT /api/profile/${kind}/:id`, path, changes[kind])
    await call(`DELETE /api/profile/${kind}/:id`, path)
    await call(`DELETE /api/profile/${kind}/:id`, path)
  }

  const makeCode = (kind: CodeKind, owner: CodeOwner) =>
    app.db.transaction((trx) => issueCode(trx, kind, owner))
  const setUp = { community: 'Ours', name: 'N', email: 'first@example.com', password: PASSWORD }
  await call('POST /api/setup', '/api/setup', { ...setUp, code: 'x' })
  const code = await makeCode('first admin', { userId: null, email: null })
  await call('POST /api/setup', '/api/setup', { ...setUp, code })
  const admin = await app.signUpAs('admin')
  await call('GET /api/site', '/api/site')
  await call('PUT /api/admin/site', '/api/admin/site', { name: 'Ours' }, admin.token)
  await call('PUT /api/admin/site', '/api/admin/site', { name: 'Ours' })
  const codeFor = (subject: string, email: string) => {
    const identity = { issuer: 'https://p.example', subject, email, emailVerified: true, name: 'P' }
    const returned = { provider: 'oidc', identity, connect: null }
    return app.db.transaction((trx) => codeForIdentity(trx, returned, SECRET))
  }
  const provider = '/api/auth/provider'
  const newcomer = { code: await codeFor('1', 'p@example.com') }
  const provided = (await call('POST /api/auth/provider', provider, newcomer)).body.token
  await call('POST /api/auth/provider', provider, newcomer)
  const owner = { code: await codeFor('2', email), password: PASSWORD }
  const connected = (await call('POST /api/auth/provider', provider, owner)).body.token
  await call('POST /api/auth/identities', '/api/auth/identities', { provider: 'github' }, provided)
  await call('POST /api/auth/identities', '/api/auth/identities', { provider: 'nobody' }, provided)
  for (const session of [provided, connected]) {
    const { body } = await call('GET /api/auth/identities', '/api/auth/identities', undefined, session)
    const path = `/api/auth/identities/${body[0]._id}`
    await call('DELETE /api/auth/identities/:id', path, undefined, session)
    await call('DELETE /api/auth/identities/:id', path)
  }
  await call('POST /api/auth/reset', '/api/auth/reset', { email })
  const forgetful = await app.signUp()
  const resetPath = `/api/admin/members/${forgetful.id}/reset`
  const { url } = (await call('POST /api/admin/members/:id/reset', resetPath, undefined, admin.token)).body
  await call('PUT /api/auth/reset', '/api/auth/reset', { code: url.split('#')[1], password: PASSWORD })
  await call('PUT /api/auth/reset', '/api/auth/reset', { code: 'x', password: PASSWORD })
  const newEmail = { email: 'changed@example.com', password: PASSWORD }
  const confirmation = await makeCode('email', { userId: admin.id, email: admin.email })
  await call('PUT /api/auth/confirmation', '/api/auth/confirmation', { code: confirmation })
  await call('PUT /api/auth/email', '/api/auth/email', newEmail, admin.token)
  await call('POST /api/auth/confirmation', '/api/auth/confirmation', undefined, admin.token)
  await call('PUT /api/auth/confirmation', '/api/auth/confirmation', { code: 'x' })
  const rules = '/api/admin/site/pages/rules'
  await call('PUT /api/admin/site/pages/:page', rules, { text: 'Be kind' }, admin.token)
  await call('PUT /api/admin/site/pages/:page', rules, { text: 5 }, admin.token)
  await call('GET /api/site/pages/:page', '/api/site/pages/rules')
  await call('GET /api/site/pages/:page', '/api/site/pages/imprint')
  await call('PUT /api/admin/site', '/api/admin/site', { approval: true }, admin.token)
  for (const email of ['waiting@example.com', 'waiting-too@example.com']) {
    const registered = await call('POST /api/users', '/api/users', { name: 'N', email, password: PASSWORD })
    expect(registered.status).toBe(202)
    await call('POST /api/auth', '/api/auth', { email, password: PASSWORD })
  }
  await call('PUT /api/admin/site', '/api/admin/site', { approval: false }, admin.token)
  const registrations = await call(
    'GET /api/admin/registrations',
    '/api/admin/registrations',
    undefined,
    admin.token,
  )
  const [approvedPath, declinedPath] = registrations.body.map(
    ({ _id }: { _id: string }) => `/api/admin/registrations/${_id}`,
  )
  await call('PUT /api/admin/registrations/:id', approvedPath, {}, admin.token)
  for (let round = 0; round < 2; round++) {
    await call('PUT /api/admin/registrations/:id', approvedPath, { approved: true }, admin.token)
    await call('DELETE /api/admin/registrations/:id', declinedPath, undefined, admin.token)
  }
  const invitation = await call('POST /api/invitations', '/api/invitations', { uses: 2 }, admin.token)
  await call('POST /api/invitations', '/api/invitations', {})
  await call('GET /api/invitations', '/api/invitations', undefined, admin.token)
  const invitationPath = `/api/invitations/${invitation.body._id}`
  await call('DELETE /api/invitations/:id', invitationPath, undefined, admin.token)
  await call('DELETE /api/invitations/:id', invitationPath, undefined, admin.token)

  const other = await app.signUp()
  for (const table of ['mutes', 'blocks'] as const) {
    for (const method of ['PUT', 'DELETE']) {
      await call(`${method} /api/${table}/:userId`, `/api/${table}/${other.id}`)
      await call(`${method} /api/${table}/:userId`, `/api/${table}/x`)
    }
  }
  for (const method of ['PUT', 'DELETE']) {
    await call(`${method} /api/follows/people/:id`, `/api/follows/people/${other.id}`)
    await call(`${method} /api/follows/people/:id`, '/api/follows/people/x')
    await call(`${method} /api/follows/tags/:tag`, '/api/follows/tags/c++')
    await call(`${method} /api/follows/tags/:tag`, '/api/follows/tags/-')
    await call('GET /api/follows', '/api/follows')
  }
  await call('GET /api/admin/members', '/api/admin/members?q=a', undefined, admin.token)
  await call('GET /api/admin/members', '/api/admin/members')
  const memberPath = `/api/admin/members/${other.id}`
  await call('PUT /api/admin/members/:id', memberPath, { role: 'moderator' }, admin.token)
  await call('PUT /api/admin/members/:id', memberPath, { role: 'x' }, admin.token)
  await call('GET /api/admin/log', '/api/admin/log', undefined, admin.token)
  await call('GET /api/admin/figures', '/api/admin/figures', undefined, admin.token)
  const job = await failedJob()
  await call('GET /api/admin/jobs', '/api/admin/jobs', undefined, admin.token)
  const retry = `/api/admin/jobs/${job}/retry`
  await call('POST /api/admin/jobs/:id/retry', retry, undefined, admin.token)
  await call('POST /api/admin/jobs/:id/retry', retry, undefined, admin.token)

  const post = (await call('POST /api/posts', '/api/posts', { text: 'x' })).body._id
  await call('POST /api/posts', '/api/posts', { text: 'x'.repeat(120_000) })
  await call('PUT /api/posts/like/:id', `/api/posts/like/${post}`)
  const comment = (await call('POST /api/posts/comment/:id', `/api/posts/comment/${post}`, { text: 'x' }))
    .body[0]
  await admin.post(`/api/posts/comment/${post}`, { text: 'Notify me' })
  await call('GET /api/notifications', '/api/notifications')
  await call('GET /api/notifications', '/api/notifications?limit=x')
  await call('PUT /api/notifications/read', '/api/notifications/read', { post })
  await call('PUT /api/notifications/read', '/api/notifications/read', { post: 1 })
  await call('GET /api/notifications/mail', '/api/notifications/mail')
  await call('PUT /api/notifications/mail', '/api/notifications/mail', { like: 'daily' })
  await call('PUT /api/notifications/mail', '/api/notifications/mail', { like: 'hourly' })
  await call('GET /api/posts', '/api/posts')
  for (const method of ['PUT', 'DELETE']) {
    await call(`${method} /api/bookmarks/:postId`, `/api/bookmarks/${post}`)
    await call(`${method} /api/bookmarks/:postId`, '/api/bookmarks/x')
    await call('GET /api/bookmarks', '/api/bookmarks')
  }
  await call('GET /api/marks', `/api/marks?posts=${post}`)
  await call('GET /api/marks', `/api/marks?posts=${'x,'.repeat(101)}`)
  await call('GET /api/posts/:id', `/api/posts/${post}`)
  await call('GET /api/posts/:id', '/api/posts/x')
  await call('GET /api/posts/:id/comments', `/api/posts/${post}/comments`)
  await call('PUT /api/posts/unlike/:id', `/api/posts/unlike/${post}`)
  const commentPath = `/api/posts/comment/${post}/${comment._id}`
  await call('POST /api/preview', '/api/preview', { text: '*x*' })
  for (const [name, path] of [
    ['/api/posts/:id', `/api/posts/${post}`],
    ['/api/posts/comment/:id/:commentId', commentPath],
  ] as const) {
    await call(`PUT ${name}`, path, { text: 'y' })
    await call(`PUT ${name}`, path, { text: 'z', version: 1 })
    await call(`PUT ${name}`, path, { text: 'z' }, other.token)
    await call(`GET ${name}/history`, `${path}/history`)
    await call(`GET ${name}/history`, `${path.slice(0, -1)}/history`)
  }
  const questionId = (await call('POST /api/posts', '/api/posts', { text: 'Why? #x', question: true })).body
    ._id
  const answers = `/api/posts/comment/${questionId}`
  const [answer] = (await call('POST /api/posts/comment/:id', answers, { text: 'x' })).body
  await call('POST /api/posts/comment/:id', answers, { text: 'x', parent: answer._id })
  for (const method of ['PUT', 'DELETE'] as const) {
    const name = `${method} /api/posts/comment/:id/:commentId/accepted` as const
    await call(name, `${answers}/${answer._id}/accepted`)
    await call(name, `${answers}/${answer._id}/accepted`, undefined, other.token)
    await call(name, `${commentPath}/accepted`)
    await call(name, `${answers}/x/accepted`)
  }
  await call('GET /api/posts', '/api/posts?feed=unanswered&tag=x')
  await call('GET /api/posts', '/api/posts?feed=best')
  await call('GET /api/tags', '/api/tags?prefix=x')
  await call('GET /api/tags/:tag', '/api/tags/x')
  await call('GET /api/search', '/api/search?q=the')
  await call('GET /api/search', '/api/search?q=a&in=people')
  await call('GET /api/search/counts', '/api/search/counts?q=the')
  await call('GET /api/profile/counts', '/api/profile/counts?q=a')
  await call('GET /api/skills', '/api/skills?prefix=t')
  await call('GET /api/posts/:id/helpers', `/api/posts/${questionId}/helpers`)
  await call('GET /api/posts/:id/helpers', '/api/posts/x/helpers')
  await call('GET /api/skills/:skill/answerers', '/api/skills/x/answerers')
  await call('GET /api/answers/:userId', `/api/answers/${person.id}`)
  await call('GET /api/answers/:userId', '/api/answers/x')
  await call('GET /api/waiting-questions', '/api/waiting-questions')
  await call('DELETE /api/posts/comment/:id/:commentId', commentPath, undefined, other.token)
  await call('DELETE /api/posts/comment/:id/:commentId', commentPath)
  await call('DELETE /api/posts/comment/:id/:commentId', commentPath)
  await call('DELETE /api/posts/:id', `/api/posts/${post}`, undefined, other.token)
  await call('DELETE /api/posts/:id', `/api/posts/${post}`)
  await call('POST /api/posts/:id/restore', `/api/posts/${post}/restore`)
  await call('POST /api/posts/:id/restore', `/api/posts/${post}/restore`)
  const offender = await app.signUp()
  const spam = await offender.write('Spam')
  await call('POST /api/reports', '/api/reports', { post: spam, reason: 'Spam' })
  await call('POST /api/reports', '/api/reports', { post: 'x', reason: 'Spam' })
  await call('POST /api/reports', '/api/reports', { reason: '' })
  await call('POST /api/reports', '/api/reports', { user: offender.id, reason: 'Spam' })
  const notice = { url: 'https://c.example/posts', reason: 'Unlawful', email: 'visitor@example.com' }
  await call('POST /api/notices', '/api/notices', notice)
  await call('POST /api/notices', '/api/notices', { ...notice, url: 'https://elsewhere.example' })
  const reports = await call('GET /api/admin/reports', '/api/admin/reports', undefined, admin.token)
  for (const report of reports.body) {
    const path = `/api/admin/reports/${report._id}`
    await call('PUT /api/admin/reports/:id', path, { resolved: true }, admin.token)
  }
  await call('PUT /api/admin/reports/:id', '/api/admin/reports/x', { resolved: true }, admin.token)
  const report = { post: spam, reason: 'Spam' }
  await call('POST /api/admin/removals', '/api/admin/removals', report)
  const removal = await call('POST /api/admin/removals', '/api/admin/removals', report, admin.token)
  await call('GET /api/admin/reports', '/api/admin/reports', undefined, admin.token)
  await call('GET /api/admin/removals', '/api/admin/removals', undefined, admin.token)
  await call('GET /api/auth/removals', '/api/auth/removals', undefined, offender.token)
  const removalPath = `/api/admin/removals/${removal.body._id}`
  await call('DELETE /api/admin/removals/:id', removalPath, undefined, admin.token)
  await call('DELETE /api/admin/removals/:id', removalPath, undefined, admin.token)
  const suspension = `/api/admin/suspensions/${offender.id}`
  await call('PUT /api/admin/suspensions/:userId', suspension, { reason: 'Spam' }, admin.token)
  await call('PUT /api/admin/suspensions/:userId', suspension, { reason: 'Spam' })
  const logIn = { email: offender.email, password: PASSWORD }
  expect((await call('POST /api/auth', '/api/auth', logIn)).status).toBe(403)
  await call('DELETE /api/admin/suspensions/:userId', suspension, undefined, admin.token)
  await call('DELETE /api/auth', '/api/auth', undefined, other.token)
  await call('DELETE /api/profile', '/api/profile')

  // The response of a stream does not end; see events.test.ts.
  const missing = Object.keys(calls).filter(
    (name) => !checkedResponses.has(`${name} 200`) && !(calls as Record<string, Call>)[name]?.stream,
  )
  expect(missing).toEqual([])
})

test('people can read the document as a page', async () => {
  const page = await app.call('GET', '/api/docs', { headers: { accept: 'text/html,*/*' } })
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toContain('text/html')
  for (const path of Object.keys(document.paths)) expect(page.body).toContain(path)
  expect(page.body).not.toMatch(/<script|style="|<style/)
  expect((await app.call('GET', '/api/docs/style.css')).headers.get('content-type')).toContain('text/css')
})
