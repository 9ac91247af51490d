import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, calls } from '../../contract/calls.ts'
import { sendBytes } from '../abuse/raw-request.ts'
import { type Person, startApp, type TestApp } from '../app.ts'

let app: TestApp
let person: Person
beforeAll(async () => {
  app = await startApp()
  person = await app.signUp()
})
afterAll(() => app.stop())

test('a body that is not JSON, or not UTF-8, is rejected', async () => {
  const wrong = [
    '{',
    '{"text":',
    "{'text':'x'}",
    'undefined',
    new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]).buffer,
  ]
  for (const body of wrong) {
    const response = await person.post('/api/posts', body)
    expect(response.status).toBe(400)
    expect(response.body).toEqual({ errors: [{ msg: 'The body must be valid JSON' }] })
  }
})

const NOT_OFFERED = ['PUT /api/notifications/mail']
const FORMS = Object.entries<Call>(calls).filter(([name, { body }]) => body && !NOT_OFFERED.includes(name))

test.each(FORMS)('a body of %s must be an object', async (name, { body: form }) => {
  const sender = await app.signUpAs('admin')
  await sender.post('/api/profile', { status: 'Developer', skills: 'SQL' })
  const [method = '', path = ''] = name.split(' ')
  const call = (body?: string) =>
    app.call(method, path.replace(':page', 'rules').replace(/:\w+/g, 'some-id'), {
      token: sender.token,
      body,
      headers: { 'content-type': 'application/json' },
    })
  for (const body of ['null', '[]', '[{"text":"x"}]', '"text"', '5', 'true']) {
    const response = await call(body)
    expect(response.status, body).toBe(400)
    expect(response.body, body).toEqual({ errors: [{ msg: 'The body must be a JSON object' }] })
  }
  const none = await call()
  expect(none.status).toBe(400)
  const empty = await call('{}')
  const fields = Object.values(form?.fields ?? {})
  if (form?.partial || fields.every(({ required }) => !required)) {
    expect(none.body).toEqual({ errors: [{ msg: 'The body must be a JSON object' }] })
    expect(empty.status).toBe(200)
  } else {
    expect(none.body.errors[0].field).toBeDefined()
    expect(none.body).toEqual(empty.body)
  }
})

test('a body of a call without a body may be any JSON, or be absent', async () => {
  const post = await person.write('To be liked')
  for (const [method, path] of [
    ['PUT', `/api/posts/like/${post}`],
    ['PUT', `/api/posts/unlike/${post}`],
    ['DELETE', `/api/posts/${post}`],
  ] as const) {
    const call = (body?: string) =>
      app.call(method, path, {
        token: person.token,
        body,
        headers: { 'content-type': 'application/json' },
      })
    expect((await call('{')).status).toBe(400)
    if (method === 'PUT') {
      for (const body of ['null', '[]', '{"text":5}', '"x"']) expect((await call(body)).status).toBe(200)
    }
    expect((await call()).status).toBe(200)
  }
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ';'])(
  'a body of the type %s is rejected',
  async (type) => {
    const headers = { 'content-type': type }
    const body = '{"text":"x"}'
    const response = await app.call('POST', '/api/posts', { token: person.token, body, headers })
    expect(response.status).toBe(415)
    expect(response.body).toEqual({ errors: [{ msg: 'The body must be JSON' }] })
  },
)

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
  'a body of the type %s is accepted',
  async (type) => {
    const headers = { 'content-type': type }
    const response = await app.call('POST', '/api/posts', {
      token: person.token,
      body: '{"text":"x"}',
      headers,
    })
    expect(response.status).toBe(200)
  },
)

test('a body over 100 KB is rejected, even if its length is not declared', async () => {
  const text = 'x'.repeat(100 * 1024)
  const refused = await person.post('/api/posts', { text })
  expect(refused.status).toBe(413)
  expect(refused.body).toEqual({ errors: [{ msg: 'The request is too large' }] })
  const size = (70 * 1024).toString(16)
  const chunk = `${size}\r\n${'x'.repeat(70 * 1024)}\r\n`
  const withoutLength = await sendBytes(
    app.running.address,
    Buffer.from(
      `POST /api/posts HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Auth-Token: ${person.token}\r\n` +
        `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}${chunk}0\r\n\r\n`,
    ),
  )
  expect(withoutLength.status).toBe(413)
})

test('a body of an unauthenticated request is not read', async () => {
  const response = await app.call('POST', '/api/posts', { body: '{' })
  expect(response.status).toBe(401)
})

test('a body with keys such as __proto__ does nothing', async () => {
  const body = `{"__proto__":{"text":"forged"},"constructor":{"prototype":{"text":"forged"}}}`
  const response = await person.post('/api/posts', body)
  expect(response.body).toEqual({ errors: [{ msg: 'Text is required', field: 'text' }] })
  expect(({} as { text?: string }).text).toBeUndefined()
})
