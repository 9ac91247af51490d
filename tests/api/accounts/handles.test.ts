import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { giveHandles } from '../../../server/features/accounts/handles.ts'
import { newId } from '../../../server/ids.ts'
import { type ApiResponse, insertCrowd, PASSWORD, Person, startApp, type TestApp } from '../../app.ts'
import { spyOnStatements } from '../../sent-queries.ts'

// Every test writes to one process and reads from another.
let writer: TestApp
let reader: TestApp
beforeAll(async () => {
  writer = await startApp()
  reader = await writer.another()
})
afterAll(async () => {
  await reader.stop()
  await writer.stop()
})

const onReader = ({ token, id, name, email }: Person) => new Person(reader, token, id, name, email)
const handleOf = async (person: Person): Promise<string> => (await person.get('/api/auth')).body.handle
const find = (idOrHandle: string) => reader.call('GET', `/api/people/${idOrHandle}`)
const setHandle = (person: Person, handle: unknown) => person.put('/api/auth/account', { handle })
const handleTaken = { errors: [{ msg: 'Handle is taken', field: 'handle' }] }
const notValid = { errors: [{ msg: 'Handle is not valid', field: 'handle' }] }

const register = async (name: string) => {
  const body = { name, email: `${newId()}@example.com`, password: PASSWORD }
  const { token } = (await writer.call('POST', '/api/users', { body })).body
  return (await writer.call('GET', '/api/auth', { token })).body
}

test('registration makes a handle from the name, with a number if it is taken', async () => {
  expect((await register('Grace Hopper')).handle).toBe('grace-hopper')
  expect((await register('grace  hopper')).handle).toBe('grace-hopper-2')
  expect((await register('Grâce Hopper')).handle).toBe('grace-hopper-3')
  expect((await register('Settings')).handle).toBe('dev')
  expect((await register('李雷')).handle).toBe('dev-2')
})

test('many registrations with one name at the same moment all get different handles', async () => {
  const people = await Promise.all(
    Array.from({ length: 20 }, (_, i) => (i % 2 ? writer : reader).signUp('John Smith')),
  )
  const handles = await Promise.all(people.map(handleOf))
  expect(new Set(handles).size).toBe(20)
  expect(handles).toContain('john-smith')
  for (const [i, handle] of handles.entries()) expect((await find(handle)).body._id).toBe(people[i]?.id)
})

test('a registration that fails takes no handle', async () => {
  const body = { name: 'Only Once', email: 'only-once@example.com', password: PASSWORD }
  await writer.call('POST', '/api/users', { body })
  expect((await writer.call('POST', '/api/users', { body: { ...body, name: 'Not Made' } })).status).toBe(400)
  expect((await find('not-made')).status).toBe(404)
  expect((await register('Not Made')).handle).toBe('not-made')
})

async function insertNamesakes(count: number, handle: string): Promise<void> {
  const ids = Array.from({ length: count }, () => newId())
  await writer.db.transaction(async (trx) => {
    await insertCrowd(trx, ids)
    const handles = ids.map((user_id, i) => ({ user_id, handle: i ? `${handle}-${i + 1}` : handle }))
    await trx.insertInto('handles').values(handles).execute()
    await trx
      .updateTable('users')
      .from('handles')
      .set((eb) => ({ handle: eb.ref('handles.handle') }))
      .whereRef('handles.user_id', '=', 'users.id')
      .where('users.id', 'in', ids)
      .execute()
  })
}

test('a registration takes as many statements with a thousand namesakes as with ten', async () => {
  await insertNamesakes(10, 'tom-jones')
  await insertNamesakes(1_000, 'mary-jones')
  const register = async (name: string) => {
    const statements = spyOnStatements()
    const person = await writer.signUp(name)
    const count = statements().filter((text) => /handles|users/.test(text)).length
    vi.restoreAllMocks()
    return { handle: await handleOf(person), count }
  }
  const few = await register('Tom Jones')
  const many = await register('Mary Jones')
  expect(few.handle).toMatch(/^tom-jones-\d{2,9}$/)
  expect(many.handle).toMatch(/^mary-jones-\d{3,9}$/)
  expect(few.count).toBeGreaterThan(0)
  expect(many.count).toBe(few.count)
})

test('a handle can be changed, in any case, and is shown wherever the name is', async () => {
  const ada = await writer.signUpWithProfile('Ada Byrne')
  const other = await writer.signUpWithProfile('Other')
  const post = await ada.write('A post')
  const commented = await other.write('Another post')
  await ada.post(`/api/posts/comment/${commented}`, { text: 'A comment' })
  const readHandles = async () => {
    const asAda = onReader(ada)
    const asOther = onReader(other)
    const expectedHandles = {
      account: (await asAda.get('/api/auth')).body.handle,
      feed: (await asOther.get('/api/posts')).body.find(byId(post)).handle,
      comment: (await asOther.get('/api/posts')).body.find(byId(commented)).comments[0].handle,
      byAuthor: (await asOther.get(`/api/posts?author=${ada.id}`)).body[0].handle,
      post: (await asOther.get(`/api/posts/${post}`)).body.handle,
      commentOnPost: (await asOther.get(`/api/posts/${commented}`)).body.comments[0].handle,
      comments: (await asOther.get(`/api/posts/${commented}/comments`)).body[0].handle,
      ownProfile: (await asAda.get('/api/profile/me')).body.user.handle,
      profile: (await asOther.get(`/api/profile/user/${ada.id}`)).body.user.handle,
      profiles: (await asOther.get('/api/profile')).body.map(userOf).find(byId(ada.id)).handle,
      person: (await find(ada.id)).body.handle,
      byHandle: (await find('ada-byrne')).body.handle,
    }
    return new Set(Object.values(expectedHandles))
  }
  expect(await readHandles()).toEqual(new Set(['ada-byrne']))
  const changed = await setHandle(ada, ' Countess_1 ')
  expect(changed.status).toBe(200)
  expect(changed.body).toMatchObject({ _id: ada.id, name: 'Ada Byrne', handle: 'countess_1' })
  expect(await readHandles()).toEqual(new Set(['countess_1']))
  const postResponse = await ada.post('/api/posts', { text: 'x' })
  expect(postResponse.body.handle).toBe('countess_1')
  const response = await ada.post(`/api/posts/comment/${commented}`, { text: 'y' })
  expect(response.body.map((comment: { handle: string }) => comment.handle)).toEqual([
    'countess_1',
    'countess_1',
  ])
})

test('people are found by their handle in any case, and by those they had before', async () => {
  const person = await writer.signUp('Mary Shelley')
  await setHandle(person, 'frankenstein')
  await setHandle(person, 'prometheus')
  const { status, body } = await find(person.id)
  expect(status).toBe(200)
  expect(body.handle).toBe('prometheus')
  for (const spelling of ['prometheus', 'PROMETHEUS', 'frankenstein', 'mary-shelley', 'Mary-Shelley']) {
    expect((await find(spelling)).body, spelling).toEqual(body)
  }
  for (const unknownHandle of ['prometheus-2', 'x', 'admin', '@prometheus', '%00', 'y'.repeat(400)]) {
    const missing = await find(unknownHandle)
    expect([missing.status, missing.body], unknownHandle).toEqual([
      404,
      { errors: [{ msg: 'There is no such person' }] },
    ])
  }
  // The specification's call takes only an id.
  expect((await reader.call('GET', '/api/profile/user/prometheus')).status).toBe(404)
})

test('a current or old handle of a member is taken for everyone else, in any case', async () => {
  const owner = await writer.signUp('First Owner')
  const other = await writer.signUp('Second Owner')
  await setHandle(owner, 'once-mine')
  await setHandle(owner, 'now-mine')
  for (const handle of ['first-owner', 'once-mine', 'Once-Mine', 'NOW-MINE']) {
    const { status, body } = await setHandle(other, handle)
    expect([status, body], handle).toEqual([400, handleTaken])
  }
  expect(await handleOf(other)).toBe('second-owner')
  expect((await other.put('/api/auth/account', { name: 'New', handle: 'now-mine' })).status).toBe(400)
  expect((await other.get('/api/auth')).body.name).toBe('Second Owner')
  expect((await register('First Owner')).handle).toBe('first-owner-2')
  for (const handle of ['once-mine', 'first-owner', 'first-owner']) {
    expect((await setHandle(owner, handle)).body.handle).toBe(handle)
  }
})

test('an invalid handle is rejected', async () => {
  const person = await writer.signUp('Stays As Is')
  const wrong = [
    ...['', 'ab', 'x'.repeat(31), '1abc', '-abc', '_abc', 'a b c', 'a.b.c', 'ädä', 'a@b', '@abc', 'abc\0'],
    ...[null, 5, {}, ['abc'], '\ud800abc', 'admin', 'API', 'me', 'settings', 'support', 'create-profile'],
  ]
  for (const handle of wrong) {
    const { status, body } = await setHandle(person, handle)
    expect([status, body], String(handle)).toEqual([400, notValid])
  }
  const invalidFields = await person.put('/api/auth/account', { handle: 'x', name: '' })
  expect(invalidFields.body.errors.map(({ field }: { field: string }) => field)).toEqual(['name', 'handle'])
  expect(await handleOf(person)).toBe('stays-as-is')
  for (const handle of ['abc', `a${'1'.repeat(29)}`, 'a-_-']) {
    expect((await setHandle(person, handle)).body.handle).toBe(handle)
  }
})

test('of many who want one handle at the same moment, one gets it', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, (_, i) => writer.signUp(`Racer ${i}`)))
  const responses: ApiResponse[] = await Promise.all([
    ...people.map((person, i) => setHandle(i % 2 ? person : onReader(person), 'winner-takes-it')),
    writer.signUp('Winner Takes It').then((person) => person.get('/api/auth')),
  ])
  const winners = responses.filter(({ body }) => body.handle === 'winner-takes-it')
  expect(winners).toHaveLength(1)
  expect((await find('winner-takes-it')).body._id).toBe(winners[0]?.body._id)
  for (const { status, body } of responses) {
    if (status === 400) expect(body).toEqual(handleTaken)
    else expect(body.handle).toMatch(/^winner-takes-it/)
  }
})

test('one person who changes between handles at the same moment ends with one of them', async () => {
  const person = await writer.signUp('Undecided')
  const wantedHandles = ['undecided', 'decided', 'undecided', 'maybe-decided', 'decided']
  const responses = await Promise.all(wantedHandles.map((handle) => setHandle(person, handle)))
  for (const { status } of responses) expect(status).toBe(200)
  const handle = await handleOf(onReader(person))
  expect(wantedHandles).toContain(handle)
  for (const formerHandle of wantedHandles)
    expect((await find(formerHandle)).body).toMatchObject({ _id: person.id, handle })
})

test('the handles of a deleted account are not found and never given to anyone else', async () => {
  const leaver = await writer.signUp('Gone Person')
  await setHandle(leaver, 'gone-too')
  expect((await find('gone-person')).status).toBe(200)
  await leaver.delete('/api/profile')
  for (const handle of ['gone-person', 'gone-too']) {
    expect((await find(handle)).status).toBe(404)
    expect((await setHandle(await writer.signUp(), handle)).body).toEqual(handleTaken)
  }
  expect((await register('Gone Person')).handle).toBe('gone-person-2')
})

test('accounts without a handle are found by their id until they get one, by one process or by two at once', async () => {
  const ids = Array.from({ length: 450 }, () => newId())
  await writer.db.transaction(async (trx) => {
    await insertCrowd(trx, ids)
    await trx.updateTable('users').set({ name: 'Élodie' }).where('id', 'in', ids.slice(0, 30)).execute()
  })
  const [first = '', , third = ''] = ids
  expect((await find(first)).body.handle).toBe(first)
  const early = await writer.signUp('Élodie')
  await Promise.all([giveHandles(writer.db), giveHandles(reader.db)])
  const users = await writer.db.kysely.selectFrom('users').select(['id', 'handle']).execute()
  expect(new Set(users.map(({ handle }) => handle)).size).toBe(users.length)
  expect(users.filter(({ handle }) => !handle)).toEqual([])
  const handles = await writer.db.kysely
    .selectFrom('handles')
    .selectAll()
    .where('user_id', 'in', ids)
    .execute()
  expect(handles).toHaveLength(ids.length)
  expect(await handleOf(early)).toBe('elodie')
  expect((await find(third)).body.handle).toMatch(/^elodie-\d+$/)
  expect((await find((await find(third)).body.handle)).body._id).toBe(third)
})

test('the number of new handles of a member is limited', async () => {
  const limited = await writer.another({ RATE_LIMIT: 'on' })
  const { token, id, name, email } = await writer.signUp('Collector')
  const collector = new Person(limited, token, id, name, email)
  const statuses: number[] = []
  for (let i = 0; i < 102; i++) statuses.push((await setHandle(collector, `collected-${i}`)).status)
  expect(statuses).toEqual([...Array(100).fill(200), 429, 429])
  expect((await find('collected-100')).status).toBe(404)
  expect((await setHandle(collector, 'collected-0')).status).toBe(200)
  await limited.stop()
})

const byId = (id: string) => (item: { _id: string }) => item._id === id
const userOf = ({ user }: { user: { _id: string; handle: string } }) => user
