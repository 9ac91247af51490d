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

/** Valid values, so that only the field under test is invalid. */
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
  resolved: true,
}

// A password that is only verified is never stored, so a strange one is just a wrong one.
const COMPARED = [
  'POST /api/auth password',
  'POST /api/auth/provider password',
  'PUT /api/auth/password password',
]

// Parts of a résumé that cannot be stored are left out and named; see resume-import.test.ts.
const LEFT_OUT = 'POST /api/profile/resume'

const fields = Object.entries<Call>(calls).flatMap(([call, { body }]) =>
  Object.keys((body as Form | undefined)?.fields ?? {})
    .filter((field) => field !== 'current' && call !== LEFT_OUT)
    .map((field) => [call, field] as const),
)

test.each(fields)('%s rejects NUL and lone surrogates in %s', async (call, field) => {
  const [method = '', path = ''] = call.split(' ')
  // An escape in the JSON text, since a lone surrogate cannot be sent as a character.
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
