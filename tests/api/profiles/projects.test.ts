import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let secondApp: TestApp
let visitor: Person
beforeAll(async () => {
  app = await startApp()
  secondApp = await app.another()
  visitor = await app.signUpWithProfile('Visitor')
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
})

const PATH = '/api/profile/projects'
const ORDER = `${PATH}/order`

type Project = { _id: string; name: string }

async function upload(person: Person): Promise<string> {
  const background = { r: Math.random() * 255, g: Math.random() * 255, b: Math.random() * 255 }
  const image = sharp({ create: { width: 9, height: 9, channels: 3, background } })
  return (await person.upload(await image.png().toBuffer())).body.url
}

const namesOf = ({ projects }: { projects: Project[] }) => projects.map(({ name }) => name)

const profileOf = async (person: Person) =>
  (await secondApp.call('GET', `/api/profile/user/${person.id}`, {})).body

async function withProjects(...names: string[]) {
  const person = await app.signUpWithProfile()
  for (const name of names) await person.put(PATH, { name })
  const { projects } = await profileOf(person)
  const ids = Object.fromEntries(projects.map(({ _id, name }: Project) => [name, _id]))
  return { person, ids: ids as Record<string, string> }
}

test('a project is added with all its fields, replaced and removed; every call returns the profile', async () => {
  const person = await app.signUpWithProfile()
  expect((await profileOf(person)).projects).toEqual([])
  const picture = await upload(person)
  const project = {
    name: ' Analytical Engine ',
    url: 'engine.example',
    source: 'https://code.example/ada/engine',
    description: 'Computes **numbers** with @visitor\n\n<script>alert(1)</script>',
    picture,
    skills: 'Gears, Steam, gears',
    from: '1837-01-01',
    to: '1871-10-18T12:00:00Z',
  }
  const added = await person.put(PATH, project)
  expect(added.status).toBe(200)
  const storedProject = {
    _id: expect.stringMatching(/^[\da-f-]{36}$/),
    name: 'Analytical Engine',
    url: 'https://engine.example',
    source: 'https://code.example/ada/engine',
    description: project.description,
    html: expect.stringContaining(
      `<strong>numbers</strong> with <a class="mention" href="/profile/${visitor.id}">@visitor</a>`,
    ),
    picture,
    skills: ['Gears', 'Steam'],
    from: '1837-01-01',
    to: '1871-10-18',
  }
  expect(added.body.projects).toEqual([storedProject])
  expect(added.body.projects[0].html).not.toContain('<script')
  expect(await profileOf(person)).toEqual(added.body)

  const { body: page } = await secondApp.call('GET', `/profile/${person.id}`)
  expect(page).toMatch(new RegExp(`<meta property="og:image" content="http[^"]*${picture}"`))

  await visitor.put('/api/auth/account', { handle: 'renamed-visitor' })
  expect((await profileOf(person)).projects[0].html).toContain('@renamed-visitor</a>')

  const [{ _id }] = added.body.projects
  const changed = await person.put(`${PATH}/${_id}`, { name: 'Difference Engine' })
  const nothing = {
    url: null,
    source: null,
    description: null,
    html: null,
    picture: null,
    from: null,
    to: null,
  }
  expect(changed.body.projects).toEqual([{ _id, name: 'Difference Engine', ...nothing, skills: [] }])
  expect(await profileOf(person)).toEqual(changed.body)

  const removed = await person.delete(`${PATH}/${_id}`)
  expect(removed.body.projects).toEqual([])
  expect(await profileOf(person)).toEqual(removed.body)
  expect((await person.delete(`${PATH}/${_id}`)).body).toEqual({ errors: [{ msg: 'Project not found' }] })
})

test('the fields follow the rules of all forms, and all mistakes are reported at once', async () => {
  const person = await app.signUpWithProfile()
  const errorsOf = async (body: object) => (await person.put(PATH, body)).body.errors
  expect(await errorsOf({})).toEqual([{ msg: 'Name is required', field: 'name' }])
  const wrong = {
    name: 'x'.repeat(201),
    url: 'javascript:alert(1)',
    source: 7,
    description: 'nul \0',
    picture: 'https://elsewhere.example/picture.png',
    skills: { 0: 'x' },
    from: '2026-02-30',
    to: '2016-13',
  }
  expect(await errorsOf(wrong)).toEqual([
    { msg: 'Name must be at most 200 characters', field: 'name' },
    { msg: 'Url must be a web address', field: 'url' },
    { msg: 'Source must be text', field: 'source' },
    { msg: 'Description contains characters that cannot be stored', field: 'description' },
    { msg: 'Picture must be one that you have uploaded', field: 'picture' },
    { msg: 'Skills must be text', field: 'skills' },
    { msg: 'From date must be a valid date', field: 'from' },
    { msg: 'To date must be a valid date', field: 'to' },
  ])
  expect(await errorsOf({ name: 'Backwards', from: '2026-01-02', to: '2026-01-01' })).toEqual([
    { msg: 'To date must not be before from date', field: 'to' },
  ])
  const picture = await upload(visitor)
  expect(await errorsOf({ name: 'Not mine', picture })).toEqual([
    { msg: 'Picture must be one that you have uploaded', field: 'picture' },
  ])
  expect((await profileOf(person)).projects).toEqual([])
})

test('projects need a profile, and those of others do not exist', async () => {
  const newcomer = await app.signUp()
  const missing = { errors: [{ msg: 'There is no profile for this user' }] }
  expect((await newcomer.put(PATH, { name: 'Early' })).body).toEqual(missing)
  const { ids, person } = await withProjects('Mine')
  const before = await profileOf(person)
  const notFound = { errors: [{ msg: 'Project not found' }] }
  for (const id of [ids.Mine, 'x', '%00']) {
    expect((await visitor.put(`${PATH}/${id}`, { name: 'Yours' })).body).toEqual(notFound)
    expect((await visitor.delete(`${PATH}/${id}`)).body).toEqual(notFound)
  }
  for (const id of [ids.Mine, 'x', '\0']) {
    expect((await visitor.put(ORDER, { ids: [id] })).body).toEqual(notFound)
  }
  expect(await profileOf(person)).toEqual(before)
})

test('projects are in the order that the owner sets, and what is not listed follows', async () => {
  const { person, ids } = await withProjects('a', 'b', 'c', 'd')
  expect(namesOf(await profileOf(person))).toEqual(['a', 'b', 'c', 'd'])
  const order = async (...names: string[]) =>
    namesOf((await person.put(ORDER, { ids: names.map((name) => ids[name]) })).body)
  expect(await order('d', 'b', 'a', 'c')).toEqual(['d', 'b', 'a', 'c'])
  expect(await order('c', 'c')).toEqual(['c', 'd', 'b', 'a'])
  expect(namesOf(await profileOf(person))).toEqual(['c', 'd', 'b', 'a'])
  await person.delete(`${PATH}/${ids.d}`)
  expect(namesOf((await person.put(PATH, { name: 'e' })).body)).toEqual(['c', 'b', 'a', 'e'])
  for (const wrong of [undefined, 'a', [1], Array(51).fill(ids.a)]) {
    const { body } = await person.put(ORDER, { ids: wrong })
    expect(body.errors).toEqual([{ msg: 'Ids must be a list of ids', field: 'ids' }])
  }
  await Promise.all([order('a', 'b'), order('b', 'a'), person.delete(`${PATH}/${ids.c}`)])
  expect(namesOf(await profileOf(person)).toSorted()).toEqual(['a', 'b', 'e'])
})

test('fifty projects can be kept, however many are added at once', async () => {
  const person = await app.signUpWithProfile()
  for (let i = 0; i < 45; i++) await person.put(PATH, { name: `Project ${i}` })
  const added = await Promise.all(Array.from({ length: 10 }, () => person.put(PATH, { name: 'One more' })))
  const refused = added.filter(({ status }) => status === 400)
  expect(refused).toHaveLength(5)
  expect(refused[0]?.body.errors).toEqual([{ msg: 'No more than 50 projects can be kept' }])
  expect((await profileOf(person)).projects).toHaveLength(50)
})

test('the texts of all projects together are limited', async () => {
  const person = await app.signUpWithProfile()
  const description = '\u0001'.repeat(5_000)
  let status = 200
  for (let i = 0; i < 50 && status === 200; i++) {
    ;({ status } = await person.put(PATH, { name: `Long ${i}`, description }))
  }
  expect(status).toBe(400)
  const { body } = await person.put(PATH, { name: 'Too long', description })
  expect(body.errors).toEqual([{ msg: 'There is too much text in all projects together' }])
})

test('people are found by the names, descriptions and skills of their projects, as these are now', async () => {
  const person = await app.signUpWithProfile()
  const findPeople = async (q: string) => {
    const { body } = await secondApp.call('GET', `/api/profile?q=${q}`, {})
    return body.some(({ user }: { user: { _id: string } }) => user._id === person.id)
  }
  const project = { name: 'Quokkaboard', description: 'For *marsupials*', skills: ['Wombatscript'] }
  const { body } = await person.put(PATH, project)
  for (const word of ['quokkaboard', 'marsupials', 'wombatscript']) {
    await expect.poll(() => findPeople(word)).toBe(true)
  }
  await person.put(`${PATH}/${body.projects[0]._id}`, { name: 'Echidnaboard' })
  await expect.poll(() => findPeople('echidnaboard')).toBe(true)
  expect(await findPeople('quokkaboard')).toBe(false)
  await person.delete(`${PATH}/${body.projects[0]._id}`)
  await expect.poll(() => findPeople('echidnaboard')).toBe(false)
})
