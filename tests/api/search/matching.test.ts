import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../test-support/polling.ts'
import { type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let asker: Person
let reader: Person
let moderator: Person
let question: string
const answers: Record<string, string[]> = {}
let older: string[]
let people: Record<'once' | 'twice' | 'thrice' | 'best' | 'newcomer' | 'designer', Person>

const withSkills = async (name: string, skills: string) => {
  const person = await app.signUp(name)
  await person.post('/api/profile', { status: 'Developer', skills })
  return person
}

const ask = async (person: Person, text: string) =>
  (await person.post('/api/posts', { text, question: true })).body._id as string

const answer = async (person: Person, post: string) => {
  const { body } = await person.post(`/api/posts/comment/${post}`, { text: 'Like this' })
  const id = body[0]._id as string
  answers[person.name] = [...(answers[person.name] ?? []), id]
  return id
}

const helpersOf = async (as: Person, post = question): Promise<string[]> => {
  const { status, body } = await as.get(`/api/posts/${post}/helpers`)
  expect(status).toBe(200)
  return body.map(({ name }: { name: string }) => name)
}

beforeAll(async () => {
  app = await startApp()
  moderator = await app.signUpAs('moderator')
  reader = await app.signUp('Reader')
  asker = await withSkills('Asker', 'Rust')
  const other = await withSkills('Talks to himself', 'Rust')
  people = {
    newcomer: await withSkills('Newcomer', 'RUST, Machine Learning, constructor'),
    once: await withSkills('Once', 'rust, CSS'),
    twice: await withSkills('Twice', 'machine-learning'),
    thrice: await withSkills('Thrice', 'Go, Rust'),
    best: await withSkills('Best', 'Machine Learning'),
    designer: await withSkills('Designer', 'CSS, Rustic'),
  }
  // The topic of a question does not matter for how often someone answers.
  older = [await ask(other, 'First #css'), await ask(other, 'Second #rust'), await ask(other, 'Third')]
  for (const [index, post] of older.entries()) {
    await answer(other, post)
    await answer(people.designer, post)
    await answer(people.thrice, post)
    if (index > 0) await answer(people.best, post)
    if (index < 2) await answer(people.twice, post)
    // Several comments on one question count as one answer.
    if (index === 0) for (let count = 0; count < 4; count++) await answer(people.once, post)
  }
  await other.put(`/api/posts/comment/${older[2]}/${answers.Best?.[1]}/accepted`)
  question = await ask(asker, 'Why? #Rust #machinelearning')
  await until(async () => (await app.call('GET', '/api/profile?skill=rust')).body.length === 5)
})
afterAll(() => app.stop())

const EXPECTED = ['Best', 'Thrice', 'Twice', 'Once', 'Newcomer']

test('who could answer a question are five people with matching skills, those who answer most often first', async () => {
  expect(await helpersOf(reader)).toEqual(['Best', 'Thrice', 'Once', 'Newcomer', 'Talks to himself'])
  await asker.put(`/api/posts/${question}`, { text: 'Why? #Rust #machinelearning #machine-learning' })
  expect(await helpersOf(reader)).toEqual(EXPECTED)
  const { body } = await reader.get(`/api/posts/${question}/helpers`)
  const { _id, handle, skills, answers } = body[0]
  expect([_id, handle, skills, answers]).toEqual([people.best.id, 'best', ['Machine Learning'], 2])
  expect(body[4]).toMatchObject({ skills: ['RUST', 'Machine Learning'], answers: 0 })
})

test('who could answer a question are neither who reads, nor who has answered already', async () => {
  expect((await helpersOf(people.best))[0]).toBe('Thrice')
  expect(await helpersOf(asker)).toEqual(EXPECTED)
  const id = await answer(people.thrice, question)
  expect(await helpersOf(reader)).not.toContain('Thrice')
  await people.thrice.delete(`/api/posts/comment/${question}/${id}`)
  expect(await helpersOf(reader)).toEqual(EXPECTED)
})

test('who could answer a question follow at once when answers are accepted or not, removed, or back', async () => {
  const accepted = `/api/posts/comment/${older[2]}/${answers.Best?.[1]}/accepted`
  await moderator.delete(accepted)
  expect((await helpersOf(reader)).slice(0, 2)).toEqual(['Thrice', 'Best'])
  await moderator.put(accepted)
  const removal = await moderator.post('/api/admin/removals', { post: older[1], reason: 'Rude' })
  expect((await helpersOf(reader)).slice(0, 4)).toEqual(['Best', 'Thrice', 'Twice', 'Once'])
  const commentRemoval = await moderator.post('/api/admin/removals', {
    comment: answers.Best?.[1],
    reason: 'Rude',
  })
  expect((await helpersOf(reader)).slice(0, 3)).toEqual(['Thrice', 'Twice', 'Once'])
  for (const { body } of [commentRemoval, removal]) await moderator.delete(`/api/admin/removals/${body._id}`)
  expect(await helpersOf(reader)).toEqual(EXPECTED)
})

test('who could answer a question are neither suspended nor blocked or muted by the reader or the asker, in either direction', async () => {
  await moderator.put(`/api/admin/suspensions/${people.best.id}`, { reason: 'Rude' })
  expect(await helpersOf(reader)).not.toContain('Best')
  await moderator.delete(`/api/admin/suspensions/${people.best.id}`)
  await expect.poll(() => helpersOf(reader)).toEqual(EXPECTED)
  const pairs = [
    [reader, people.once],
    [people.once, reader],
    [asker, people.once],
    [people.once, asker],
  ] as const
  for (const table of ['mutes', 'blocks']) {
    for (const [by, to] of pairs) {
      await by.put(`/api/${table}/${to.id}`)
      expect(await helpersOf(reader), `${table} ${by.name} ${to.name}`).not.toContain('Once')
      const otherAnswerers = await helpersOf(people.designer)
      expect(otherAnswerers.includes('Once')).toBe(by !== asker && to !== asker)
      await by.delete(`/api/${table}/${to.id}`)
    }
  }
  expect(await helpersOf(reader)).toEqual(EXPECTED)
})

test('who could answer a question are not looked for where nothing is asked any more, and only members may know', async () => {
  const plain = await asker.write('Look #rust')
  const untagged = await ask(asker, 'Why?')
  const hostile = await ask(asker, '#__proto__ #constructor #日本語 #c++ #toString')
  expect([await helpersOf(reader, plain), await helpersOf(reader, untagged)]).toEqual([[], []])
  expect(await helpersOf(reader, hostile)).toEqual(['Newcomer'])
  const long = Array.from({ length: 10 }, (_, index) => `#${'x'.repeat(49)}${index}`)
  expect(await helpersOf(reader, await ask(asker, long.join(' ')))).toEqual([])
  const id = await answer(people.designer, untagged)
  const solved = await ask(asker, 'Why? #rust')
  const solution = await answer(people.designer, solved)
  expect(await helpersOf(reader, solved)).toContain('Thrice')
  await asker.put(`/api/posts/comment/${solved}/${solution}/accepted`)
  expect(await helpersOf(reader, solved)).toEqual([])
  for (const missing of ['x', id])
    expect((await reader.get(`/api/posts/${missing}/helpers`)).status).toBe(404)
  expect((await app.call('GET', `/api/posts/${question}/helpers`)).status).toBe(401)
})

const waitingFor = async (person: Person): Promise<string[]> => {
  const { status, body } = await person.get('/api/waiting-questions')
  expect(status).toBe(200)
  return body.map(({ text }: { text: string }) => text)
}

test('the questions that wait for the skills of a member are open questions by others, newest first, until they have answered', async () => {
  const ada = await withSkills('Ada', 'Zig, Web Assembly')
  const ben = await withSkills('Ben', 'Zig')
  expect(await waitingFor(ada)).toEqual([])
  expect(await waitingFor(reader)).toEqual([])
  const posts: string[] = []
  for (const text of ['1 #zig', '2 #webassembly', '3 #web-assembly', '4 #zig', '5 #zig', '6 #zig']) {
    posts.push(await ask(ben, text))
  }
  await ben.write('7 #zig')
  await ask(ada, '8 #zig')
  const five = ['6 #zig', '5 #zig', '4 #zig', '3 #web-assembly', '2 #webassembly']
  expect(await waitingFor(ada)).toEqual(five)
  expect(await waitingFor(ben)).toEqual(['8 #zig'])
  const ownAnswer = await answer(ada, posts[5] ?? '')
  expect(await waitingFor(ada)).toEqual([...five.slice(1), '1 #zig'])
  await ada.delete(`/api/posts/comment/${posts[5]}/${ownAnswer}`)
  const other = await answer(reader, posts[4] ?? '')
  await ben.put(`/api/posts/comment/${posts[4]}/${other}/accepted`)
  expect(await waitingFor(ada)).toEqual([five[0], ...five.slice(2), '1 #zig'])
  await ben.delete(`/api/posts/comment/${posts[4]}/${other}/accepted`)
  expect(await waitingFor(ada)).toEqual(five)
  for (const [by, path] of [
    [ada, `/api/mutes/${ben.id}`],
    [ben, `/api/blocks/${ada.id}`],
  ] as const) {
    await by.put(path)
    expect(await waitingFor(ada)).toEqual([])
    await by.delete(path)
  }
  await moderator.put(`/api/admin/suspensions/${ben.id}`, { reason: 'Rude' })
  expect(await waitingFor(ada)).toEqual([])
  expect((await app.call('GET', '/api/waiting-questions')).status).toBe(401)
})

type Listed = { profile: { user: { name: string } }; answers: { tag: string; count: number } }

const answerersOf = async (skill: string): Promise<string[]> => {
  const { status, body } = await reader.get(`/api/skills/${encodeURIComponent(skill)}/answerers`)
  expect(status).toBe(200)
  return body.map(
    ({ profile, answers }: Listed) => `${profile.user.name}: ${answers.count} in #${answers.tag}`,
  )
}

test('people with a skill who answer questions with its tag are listed, most answers first', async () => {
  const often = await withSkills('Often', 'Ada 95, Go')
  const seldom = await withSkills('Seldom', 'ADA 95')
  const unskilled = await withSkills('Unskilled', 'Go')
  const questionIds = [
    await ask(asker, 'One #ada-95'),
    await ask(asker, 'Two #ada-95'),
    await ask(often, '3 #ada-95'),
  ]
  for (const post of questionIds) {
    await answer(often, post)
    await answer(unskilled, post)
  }
  await answer(seldom, questionIds[0] ?? '')
  expect(await answerersOf('ada 95')).toEqual(['Often: 2 in #ada-95', 'Seldom: 1 in #ada-95'])
  expect((await reader.get(`/api/answers/${often.id}`)).body).toEqual([{ tag: 'ada-95', count: 2 }])
  const reason = 'Spam'
  await moderator.post('/api/admin/removals', { post: questionIds[0], reason })
  expect(await answerersOf('Ada 95')).toEqual(['Often: 1 in #ada-95'])
  expect((await reader.get(`/api/answers/${often.id}`)).body).toEqual([{ tag: 'ada-95', count: 1 }])
  await often.delete('/api/profile')
  expect(await answerersOf('Ada 95')).toEqual([])
})

test('what nobody knows or answers has an empty list, and only readers may know', async () => {
  for (const skill of ['Cobol', '__proto__', '\0', '日本語', '%'])
    expect(await answerersOf(skill)).toEqual([])
  expect((await reader.get(`/api/answers/${reader.id}`)).body).toEqual([])
  for (const missing of ['x', question]) {
    expect((await reader.get(`/api/answers/${missing}`)).status).toBe(404)
  }
  expect((await app.call('GET', '/api/skills/rust/answerers')).status).toBe(401)
  expect((await app.call('GET', `/api/answers/${reader.id}`)).status).toBe(401)
})
