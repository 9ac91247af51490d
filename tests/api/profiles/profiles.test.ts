import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const FULL = {
  status: 'Senior Developer',
  company: 'Analytical Engines',
  website: 'https://example.com/ada',
  location: 'London',
  skills: 'Maths, Looms , ,maths,Poetry',
  githubusername: '@ada-l',
  bio: '  Writes programs.\nFor looms. ',
  twitter: 'https://twitter.com/ada',
  facebook: 'https://facebook.com/ada',
  youtube: 'https://youtube.com/ada',
  linkedin: 'https://linkedin.com/in/ada',
  instagram: 'https://instagram.com/ada',
}

const asShown = (person: Person) => ({
  _id: expect.stringMatching(/^[\da-f-]{36}$/),
  user: {
    _id: person.id,
    name: person.name,
    handle: expect.stringMatching(/^ada-lovelace/),
    avatar: expect.stringContaining('https://gravatar.com/avatar/'),
  },
  status: FULL.status,
  company: FULL.company,
  website: FULL.website,
  location: FULL.location,
  skills: ['Maths', 'Looms', 'Poetry'],
  githubusername: 'ada-l',
  bio: FULL.bio,
  html: '<p>Writes programs.<br>For looms.</p>',
  social: {
    twitter: FULL.twitter,
    facebook: FULL.facebook,
    youtube: FULL.youtube,
    linkedin: FULL.linkedin,
    instagram: FULL.instagram,
  },
  experience: [],
  education: [],
  projects: [],
  showEmail: 'nobody',
  date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
})

test('creating a profile stores every field, and anyone can read it', async () => {
  const person = await app.signUp()
  const created = await person.post('/api/profile', FULL)
  expect(created.status).toBe(200)
  expect(created.body).toEqual(asShown(person))
  expect((await person.get('/api/profile/me')).body).toEqual(created.body)
  expect((await app.call('GET', `/api/profile/user/${person.id}`)).body).toEqual(created.body)
  expect((await app.call('GET', '/api/profile')).body).toContainEqual(created.body)
})

test('creating a profile requires a valid status and a skill, and reports all errors in the order of the form', async () => {
  const person = await app.signUp()
  const required = [
    { msg: 'Status is required', field: 'status' },
    { msg: 'Skills is required', field: 'skills' },
  ]
  for (const body of [
    {},
    { status: '0', skills: '' },
    { status: '', skills: ' , ,' },
    { status: '0', skills: [] },
    { status: null, skills: null },
  ]) {
    const response = await person.post('/api/profile', body)
    expect(response.status).toBe(400)
    expect(response.body).toEqual({ errors: required })
  }
  const { body } = await person.post('/api/profile', {
    instagram: 'javascript:alert(1)',
    githubusername: '-',
    company: 'c'.repeat(201),
  })
  expect(body.errors.map((error: { field: string }) => error.field)).toEqual([
    'status',
    'company',
    'skills',
    'githubusername',
    'instagram',
  ])
  expect((await person.get('/api/profile/me')).status).toBe(404)
})

test('creating a profile by the same user many times at once creates one profile', async () => {
  const person = await app.signUp()
  const responses = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      person.post('/api/profile', { status: 'Intern', skills: `Skill ${i}` }),
    ),
  )
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
  expect(new Set(responses.map(({ body }) => body._id)).size).toBe(1)
})

test('updating a profile keeps absent fields and clears those that are empty, blank or null', async () => {
  const person = await app.signUp()
  const { body: created } = await person.post('/api/profile', FULL)
  await person.put('/api/profile/experience', { title: 'T', company: 'C' })

  const untouched = await person.post('/api/profile', {})
  expect(untouched.status).toBe(200)
  expect(untouched.body).toEqual({ ...created, experience: [expect.objectContaining({ title: 'T' })] })

  const { body: cleared } = await person.post('/api/profile', {
    status: 'Manager',
    company: '',
    website: '',
    location: '  ',
    githubusername: null,
    twitter: ' ',
  })
  expect(cleared).toEqual({
    ...untouched.body,
    status: 'Manager',
    company: null,
    website: null,
    location: null,
    githubusername: null,
    social: { ...created.social, twitter: null },
  })
  expect((await person.get('/api/profile/me')).body).toEqual(cleared)
})

test('updating a profile cannot clear status or skills, and changes nothing if a field is invalid', async () => {
  const person = await app.signUp()
  const { body: created } = await person.post('/api/profile', FULL)
  const refused = await person.post('/api/profile', { status: '0', skills: ' ', company: 'New' })
  expect(refused.status).toBe(400)
  expect(refused.body.errors).toEqual([
    { msg: 'Status is required', field: 'status' },
    { msg: 'Skills is required', field: 'skills' },
  ])
  expect((await person.get('/api/profile/me')).body).toEqual(created)
})

test('updating a profile ignores unknown fields: no owner, id, date or list can be set', async () => {
  const person = await app.signUp()
  const other = await app.signUpWithProfile()
  const { body: created } = await person.post('/api/profile', FULL)
  const response = await person.post('/api/profile', {
    _id: other.id,
    id: other.id,
    user: other.id,
    user_id: other.id,
    date: '2000-01-01',
    experience: [{ title: 'Forged' }],
    __proto__: { status: 'Intern' },
    constructor: 'x',
  })
  expect(response.status).toBe(200)
  expect(response.body).toEqual(created)
  expect((await other.get('/api/profile/me')).body.status).toBe('Developer')
})

test('a missing profile is not found, whatever its id looks like', async () => {
  const person = await app.signUp()
  const me = await person.get('/api/profile/me')
  expect(me.status).toBe(404)
  expect(me.body).toEqual({ errors: [{ msg: 'There is no profile for this user' }] })
  for (const id of [
    person.id,
    'x',
    '%00',
    '..%2f..',
    "'--",
    '0'.repeat(400),
    person.id.replaceAll('-', ''),
  ]) {
    const response = await app.call('GET', `/api/profile/user/${id}`)
    expect(response.status, id).toBe(404)
    expect(response.body, id).toEqual({ errors: [{ msg: 'Profile not found' }] })
  }
})

test('the list of profiles has the newest first, and an update does not move it', async () => {
  const first = await app.signUpWithProfile()
  const second = await app.signUpWithProfile()
  await first.post('/api/profile', { bio: 'Still here' })
  const { body } = await app.call('GET', '/api/profile?limit=2')
  expect(body.map((profile: { user: { _id: string } }) => profile.user._id)).toEqual([second.id, first.id])
})
