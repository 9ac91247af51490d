import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let person: Person
let other: Person
beforeAll(async () => {
  app = await startApp()
  person = await app.signUpWithProfile()
  other = await app.signUpWithProfile()
})
afterAll(() => app.stop())

const kinds = [
  {
    kind: 'experience',
    required: { title: 'Engineer', company: 'Engines' },
    optional: { location: 'London', description: ' Built\nthings ' },
    missing: [
      { msg: 'Title is required', field: 'title' },
      { msg: 'Company is required', field: 'company' },
    ],
    notFound: 'Experience not found',
  },
  {
    kind: 'education',
    required: { school: 'Home', degree: 'None' },
    optional: { fieldofstudy: 'Maths', description: ' Read\nbooks ' },
    missing: [
      { msg: 'School is required', field: 'school' },
      { msg: 'Degree is required', field: 'degree' },
    ],
    notFound: 'Education not found',
  },
] as const

describe.each(kinds)('$kind', ({ kind, required, optional, missing, notFound }) => {
  const path = `/api/profile/${kind}`
  const names = Object.keys(required)
  const nothing = Object.fromEntries(Object.keys(optional).map((name) => [name, null]))

  async function add(credential: object) {
    const someone = await app.signUpWithProfile()
    const { status, body } = await someone.put(path, { ...required, ...credential })
    return { status, errors: body.errors, credential: body[kind]?.[0] }
  }

  test(`${kind} is added with all its fields and removed; both calls return the profile`, async () => {
    const credential = { ...required, ...optional, from: '1833-06-05', to: '1843-09-01', current: false }
    const added = await person.put(path, credential)
    expect(added.status).toBe(200)
    expect(added.body.user).toEqual({
      _id: person.id,
      name: person.name,
      handle: 'ada-lovelace',
      avatar: expect.any(String),
    })
    expect(added.body[kind]).toEqual([{ _id: expect.stringMatching(/^[\da-f-]{36}$/), ...credential }])
    expect((await person.get('/api/profile/me')).body).toEqual(added.body)

    const removed = await person.delete(`${path}/${added.body[kind][0]._id}`)
    expect(removed.status).toBe(200)
    expect(removed.body).toEqual({ ...added.body, [kind]: [] })
    expect((await person.get('/api/profile/me')).body).toEqual(removed.body)
  })

  test(`${kind} is replaced in place, by the same rules, and only by its owner`, async () => {
    const someone = await app.signUpWithProfile()
    const period = { from: '1833-06-05', to: '1843-09-01', current: false }
    const { body } = await someone.put(path, { ...required, ...optional, ...period })
    const [{ _id }] = body[kind]
    const renamed = { ...required, [names[0] as string]: 'Another' }

    const changed = await someone.put(`${path}/${_id}`, { ...renamed, from: '1850-01-01', current: true })
    expect(changed.status).toBe(200)
    const credential = { _id, ...renamed, ...nothing, from: '1850-01-01', to: null, current: true }
    expect(changed.body).toEqual({ ...body, [kind]: [credential] })
    expect((await someone.get('/api/profile/me')).body).toEqual(changed.body)
    expect((await other.get(`/api/profile/user/${someone.id}`)).body).toEqual(changed.body)

    const refused = await someone.put(`${path}/${_id}`, {})
    expect(refused.status).toBe(400)
    expect(refused.body).toEqual({ errors: missing })
    for (const [owner, id] of [
      [other, _id],
      [someone, someone.id],
      [someone, 'no-id'],
    ] as const) {
      const response = await owner.put(`${path}/${id}`, required)
      expect(response.status, id).toBe(404)
      expect(response.body, id).toEqual({ errors: [{ msg: notFound }] })
    }
    expect((await someone.get('/api/profile/me')).body).toEqual(changed.body)
  })

  test(`${kind} needs only its two required fields`, async () => {
    const { credential } = await add({})
    const period = { from: null, to: null, current: false }
    expect(credential).toEqual({ _id: expect.any(String), ...required, ...nothing, ...period })
    for (const body of [{}, Object.fromEntries(names.map((name) => [name, ' ']))]) {
      const refused = await person.put(path, body)
      expect(refused.status).toBe(400)
      expect(refused.body).toEqual({ errors: missing })
    }
  })

  test(`${kind} needs a profile`, async () => {
    const someone = await app.signUp()
    const response = await someone.put(path, required)
    expect(response.status).toBe(404)
    expect(response.body).toEqual({ errors: [{ msg: 'There is no profile for this user' }] })
  })

  test(`${kind} is not found if it belongs to another, is missing or malformed, and nothing changes`, async () => {
    const { body } = await other.put(path, required)
    const [theirs] = body[kind]
    for (const id of [theirs._id, person.id, 'no-id', '%00']) {
      const response = await person.delete(`${path}/${id}`)
      expect(response.status, id).toBe(404)
      expect(response.body, id).toEqual({ errors: [{ msg: notFound }] })
    }
    expect((await other.get('/api/profile/me')).body[kind]).toEqual([theirs])
    const otherKind = kind === 'education' ? 'experience' : 'education'
    expect((await other.delete(`/api/profile/${otherKind}/${theirs._id}`)).status).toBe(404)
  })

  test(`${kind} is removed once if it is removed twice at the same time`, async () => {
    const someone = await app.signUpWithProfile()
    const { body } = await someone.put(path, required)
    const responses = await Promise.all([1, 2, 3].map(() => someone.delete(`${path}/${body[kind][0]._id}`)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  })

  test.each([
    ['2020-02-29', '2020-02-29'],
    ['2019-12-31T23:59:59-11:00', '2019-12-31'],
    ['2020-01-01T00:30:00.000+14:00', '2020-01-01'],
    ['2020-01-01T00:00:00Z', '2020-01-01'],
    ['2020-01-01 10:00', '2020-01-01'],
    ['0001-01-01', '0001-01-01'],
    ['9999-12-31', '9999-12-31'],
    ['', null],
    [' ', null],
    [null, null],
  ])(`the date %j of ${kind} is stored as %j`, async (given, stored) => {
    const { credential } = await add({ from: given, to: given })
    expect([credential.from, credential.to]).toEqual([stored, stored])
  })

  test.each([
    '2020-02-30',
    '2019-02-29',
    '2020-13-01',
    '2020-00-10',
    '0000-01-01',
    '01/02/2020',
    '2020',
    5,
    {},
  ])(`the date %j of ${kind} is rejected`, async (date) => {
    const { status, errors } = await add({ from: date, to: date })
    expect(status).toBe(400)
    expect(errors).toEqual([
      { msg: 'From date must be a valid date', field: 'from' },
      { msg: 'To date must be a valid date', field: 'to' },
    ])
  })

  test(`${kind} cannot end before it begins, unless it is current`, async () => {
    const backwards = { from: '2020-01-02', to: '2020-01-01' }
    const refused = await add(backwards)
    expect(refused.status).toBe(400)
    expect(refused.errors).toEqual([{ msg: 'To date must not be before from date', field: 'to' }])
    expect((await add({ ...backwards, current: true })).credential).toMatchObject({ to: null, current: true })
    expect((await add({ from: '2020-01-01', to: '2020-01-01' })).status).toBe(200)
    expect((await add({ current: 'yes' })).errors).toEqual([
      { msg: 'Current must be true or false', field: 'current' },
    ])
  })

  test(`${kind} is listed in the order of a CV: current first, then by start, newest first, undated last`, async () => {
    const someone = await app.signUpWithProfile()
    const label = names[0] ?? ''
    const credentials = [
      { [label]: 'undated' },
      { [label]: 'old', from: '2001-01-01', to: '2002-01-01' },
      { [label]: 'current, old', from: '2005-01-01', current: true },
      { [label]: 'newest that ended', from: '2015-01-01', to: '2016-01-01' },
      { [label]: 'current, new', from: '2010-01-01', to: '2011-01-01', current: true },
      { [label]: 'undated, later' },
    ]
    for (const credential of credentials) await someone.put(path, { ...required, ...credential })
    const { body } = await someone.get('/api/profile/me')
    expect(body[kind].map((credential: Record<string, string>) => credential[label])).toEqual([
      'current, new',
      'current, old',
      'newest that ended',
      'old',
      'undated, later',
      'undated',
    ])
  })

  test(`${kind} accepts texts of the documented length and ignores unknown fields`, async () => {
    const long = Object.fromEntries(
      [...names, Object.keys(optional)[0] ?? ''].map((name) => [name, '😀'.repeat(200)]),
    )
    const { credential } = await add({
      ...long,
      description: 'd'.repeat(5_000),
      _id: other.id,
      user: other.id,
    })
    expect(credential).toMatchObject({ ...long, description: 'd'.repeat(5_000) })
    expect(credential._id).not.toBe(other.id)
    const longer = Object.fromEntries(Object.entries(long).map(([name, text]) => [name, `${text}x`]))
    const { errors } = await add({ ...longer, description: 'd'.repeat(5_001) })
    expect(errors.map(({ msg }: { msg: string }) => msg)).toEqual([
      expect.stringMatching(/must be at most 200 characters$/),
      expect.stringMatching(/must be at most 200 characters$/),
      expect.stringMatching(/must be at most 200 characters$/),
      'Description must be at most 5000 characters',
    ])
  })
})

test('a profile has at most a hundred credentials of each kind', async () => {
  const someone = await app.signUpWithProfile()
  const credential = { title: 'T', company: 'C' }
  await Promise.all(Array.from({ length: 100 }, () => someone.put('/api/profile/experience', credential)))
  expect((await someone.get('/api/profile/me')).body.experience).toHaveLength(100)
  const refused = await someone.put('/api/profile/experience', credential)
  expect(refused.status).toBe(400)
  expect(refused.body).toEqual({ errors: [{ msg: 'You can add at most 100 experience credentials' }] })
  expect((await someone.get('/api/profile/me')).body.experience).toHaveLength(100)
})
