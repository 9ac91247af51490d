import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, calls } from '../../../contract/calls.ts'
import type { Form } from '../../../contract/fields/form.ts'
import { PASSWORD, type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let person: Person
let post: string
beforeAll(async () => {
  app = await startApp()
  person = await app.signUpAs('admin')
  await person.post('/api/profile', { status: 'Developer', skills: 'SQL' })
  post = await person.write('Hello')
})
afterAll(() => app.stop())

/** Only the field under test is invalid. */
const GOOD: Record<string, unknown> = {
  name: 'Ada',
  email: 'fine@example.com',
  password: PASSWORD,
  newPassword: PASSWORD,
  text: 'Fine',
  code: 'fine',
  community: 'Fine',
  title: 'Fine',
  company: 'Fine',
  school: 'Fine',
  degree: 'Fine',
  reason: 'Fine',
  url: 'https://fine.example',
  resolved: true,
}

// Passwords that are only verified are never stored.
const COMPARED = [
  'POST /api/auth password',
  'POST /api/auth/provider password',
  'PUT /api/auth/password password',
]

// The import leaves out and names what cannot be stored; see resume-import.test.ts.
const LEFT_OUT = 'POST /api/profile/resume'

const fields = Object.entries<Call>(calls).flatMap(([call, { body }]) =>
  Object.keys((body as Form | undefined)?.fields ?? {})
    .filter((field) => field !== 'current' && call !== LEFT_OUT)
    .map((field) => [call, field] as const),
)

test.each(fields)('%s rejects NUL and lone surrogates in %s', async (call, field) => {
  const [method = '', path = ''] = call.split(' ')
  // A lone surrogate can be sent only as an escape in JSON.
  for (const escaped of ['\\u0000', 'a\\u0000b', '\\ud800', 'ab\\udfffcdef', 'https://a.example/\\udc00']) {
    const good = JSON.stringify({ ...GOOD, [field]: 'HERE' })
    const { status, body } = await app.call(method, path.replace(':id', post), {
      token: person.token,
      body: good.replace('"HERE"', `"${escaped}"`),
    })
    expect(status, escaped).toBe(400)
    if (!COMPARED.includes(`${call} ${field}`)) expect(body.errors, escaped).toMatchObject([{ field }])
  }
})

test('every kind of text field is tested', () => {
  expect(fields.length).toBeGreaterThan(30)
})
