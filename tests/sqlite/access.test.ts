import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, calls } from '../../contract/calls.ts'
import { buildApp } from '../../server/app.ts'
import { RequestLog } from '../../server/platform/http/request-log.ts'
import { Metrics } from '../../server/platform/process/monitoring.ts'
import { startApp, type TestApp } from '../app.ts'

let app: TestApp
let ended: string
beforeAll(async () => {
  app = await startApp()
  const person = await app.signUp()
  await person.delete('/api/auth')
  ended = person.token
  const admin = await app.signUpAs('admin')
  await admin.put('/api/admin/site', { profiles: 'members' })
})
afterAll(() => app.stop())

const allCalls = Object.entries<Call>(calls)
const members = allCalls.filter(([, call]) => call.access !== 'anyone').map(([name]) => name)
const namesOf = (access: string) =>
  allCalls.filter(([, call]) => call.access === access).map(([name]) => name)

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

function make(name: string, options = {}) {
  const [method = '', path = ''] = name.split(' ')
  return app.call(method, path.replace(/:\w+/g, 'some-id'), options)
}

// Where profiles are closed, this includes all calls about people.
describe.each(members)('%s', (name) => {
  test(`${name} needs a token`, async () => {
    for (const options of [
      {},
      { headers: { 'x-auth-token': '' } },
      { headers: { authorization: 'Bearer' } },
      { headers: { authorization: `Basic ${ended}` } },
    ]) {
      const response = await make(name, options)
      expect(response.status).toBe(401)
      expect(response.body).toEqual({ errors: [{ msg: 'No token, authorization denied' }] })
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="Developer Connector"')
    }
  })

  test(`${name} needs a valid token`, async () => {
    const tokens = [
      ended,
      randomBytes(32).toString('base64url'),
      'x',
      'null',
      `${ended}x`,
      'a.b.c',
      "' or 1=1--",
    ]
    for (const token of tokens) {
      for (const options of [{ token }, { headers: { authorization: `Bearer ${token}` } }]) {
        // A bearer token cannot contain spaces.
        if (!options.token && token.includes(' ')) continue
        const response = await make(name, options)
        expect(response.status, token).toBe(401)
        expect(response.body, token).toEqual({ errors: [{ msg: 'Token is not valid' }] })
        expect(response.headers.get('www-authenticate')).toBe(
          'Bearer realm="Developer Connector", error="invalid_token"',
        )
      }
    }
  })
})

test.each(namesOf('anyone'))('%s is open to anyone, even with an expired token', async (name) => {
  for (const token of [undefined, ended]) expect((await make(name, { token })).status).not.toBe(401)
})

test('a bearer token works too, on every request', async () => {
  const person = await app.signUp('Grace Hopper')
  const other = await app.signUp('Someone Else')
  const ask = async (headers: Record<string, string>) =>
    (await app.call('GET', '/api/auth', { headers })).body
  for (let attempt = 0; attempt < 3; attempt++) {
    for (const scheme of ['Bearer', 'bearer']) {
      const authorization = `${scheme} ${person.token}`
      expect(await ask({ authorization })).toMatchObject({ name: person.name })
      expect(await ask({ authorization, 'x-auth-token': other.token })).toMatchObject({ name: other.name })
      expect(await ask({ authorization, 'x-auth-token': 'dead' })).toHaveProperty('errors')
    }
    expect((await app.call('GET', '/api/posts', { token: person.token })).status).toBe(200)
    expect((await app.call('GET', '/api/posts', { headers: bearer(person.token) })).status).toBe(200)
    expect((await app.call('GET', '/api/posts', { headers: bearer('dead') })).status).toBe(401)
  }
  expect((await app.call('DELETE', '/api/auth', { headers: bearer(person.token) })).status).toBe(200)
  expect((await app.call('GET', '/api/posts', { headers: bearer(person.token) })).status).toBe(401)
})

test('only the calls that the specification opens, and those for people and the community, are open', () => {
  expect(namesOf('profile-reader').sort()).toEqual([
    'GET /api/people/:idOrHandle',
    'GET /api/profile',
    'GET /api/profile/counts',
    'GET /api/profile/github/:username',
    'GET /api/profile/user/:id',
    'GET /api/profile/user/:id/resume.json',
    'GET /api/skills',
  ])
  expect(namesOf('anyone').sort()).toEqual([
    'GET /api/site',
    'GET /api/site/pages/:page',
    'POST /api/auth',
    'POST /api/auth/provider',
    'POST /api/auth/reset',
    'POST /api/notices',
    'POST /api/setup',
    'POST /api/users',
    'PUT /api/auth/confirmation',
    'PUT /api/auth/reset',
  ])
})

test('every route of the API is a call of the contract, and every call has a route', async () => {
  const logger = pino({ level: 'silent' })
  const log = new RequestLog(logger, new Metrics().times)
  const built = await buildApp(app.running.context, log, () => {})
  await built.ready()
  const routes = routesOf(built.printRoutes({ commonPrefix: false }))
  await built.close()
  const documents = ['GET /api/docs', 'GET /api/docs/openapi.json', 'GET /api/docs/style.css']
  const api = routes.filter((route) => route.includes(' /api') && !route.startsWith('HEAD '))
  expect(api.sort()).toEqual([...Object.keys(calls), ...documents].sort())
})

/** Each line of Fastify's tree continues the path above it. */
function routesOf(tree: string): string[] {
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? []
    if (!part) return []
    const depth = indent.length / 4
    above[depth] = part
    const path = above.slice(0, depth + 1).join('')
    return methods ? methods.split(', ').map((method) => `${method} ${path}`) : []
  })
}
