import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFullTextPart } from '../../../server/database/schema/tables.ts'
import { PASSWORD, type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let leaver: Person
let stayer: Person
let leaversPost: string
let stayersPost: string
let lastComment: string

beforeAll(async () => {
  app = await startApp()
  leaver = await app.signUpWithProfile('Leaver')
  stayer = await app.signUpWithProfile('Stayer')
  await leaver.put('/api/profile/experience', { title: 'T', company: 'C' })
  await leaver.put('/api/profile/education', { school: 'S', degree: 'D' })
  await leaver.put('/api/profile/projects', { name: 'P', skills: 'x' })
  leaversPost = await leaver.write('Soon gone')
  stayersPost = await stayer.write('Here to stay')
  for (const person of [leaver, stayer]) {
    for (const post of [leaversPost, stayersPost]) {
      await person.put(`/api/posts/like/${post}`)
      await person.post(`/api/posts/comment/${post}`, { text: `By ${person.name}` })
    }
  }
  const { body } = await leaver.post(`/api/posts/comment/${stayersPost}`, { text: 'By Leaver again' })
  lastComment = body[0]._id
})
afterAll(() => app.stop())

test('deleting an account deletes everything of it and nothing of other accounts', async () => {
  // Indexed first, so that there is something to remove from the index.
  await expect.poll(async () => (await stayer.get('/api/search?q=gone')).body).toHaveLength(1)

  const response = await leaver.delete('/api/profile')
  expect(response.status).toBe(200)
  expect(response.body).toEqual({ msg: 'User deleted' })

  const dead = await leaver.get('/api/auth')
  expect(dead.status).toBe(401)
  expect(dead.body).toEqual({ errors: [{ msg: 'Token is not valid' }] })
  expect((await stayer.get(`/api/profile/user/${leaver.id}`)).status).toBe(404)
  expect((await stayer.get(`/api/posts/${leaversPost}`)).status).toBe(404)
  expect((await stayer.get('/api/posts')).body).toHaveLength(1)
  expect((await stayer.get('/api/profile')).body).toHaveLength(1)

  const { body: post } = await stayer.get(`/api/posts/${stayersPost}`)
  expect(post).toMatchObject({ likeCount: 1, likes: [{ user: stayer.id }], commentCount: 1 })
  expect(post.comments).toEqual([expect.objectContaining({ text: 'By Stayer', user: stayer.id })])
})

test('a deleted account leaves no row in any table', async () => {
  const tables = await app.db.kysely.introspection.getTables()
  expect(tables.length).toBeGreaterThanOrEqual(10)
  const queued = () => app.db.kysely.selectFrom('search_queue').select('id').execute()
  await expect.poll(queued).toEqual([])
  for (const { name } of tables) {
    // Recorded changes keep ids for a few minutes, so that caches drop them.
    // The row numbers of a full-text index are larger than safe integers.
    if (name === 'changes' || isFullTextPart(name)) continue
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(app.db.kysely)
    const storedRows = JSON.stringify(rows)
    expect(storedRows, name).not.toContain(leaver.id)
    expect(storedRows, name).not.toContain(leaver.email)
    expect(storedRows, name).not.toContain(leaversPost)
    expect(storedRows, name).not.toContain(lastComment)
  }
})

test('the email of a deleted account can register again, as a new account', async () => {
  const login = await app.call('POST', '/api/auth', { body: { email: leaver.email, password: PASSWORD } })
  expect(login.body).toEqual({ errors: [{ msg: 'Invalid Credentials' }] })
  const newAccount = await app.signUp('Returner', leaver.email)
  expect(newAccount.id).not.toBe(leaver.id)
  expect((await newAccount.get('/api/profile/me')).status).toBe(404)
})

test('writes during the deletion of their account end with a 401, not with "Post not found"', async () => {
  const person = await app.signUpWithProfile('Writer')
  const ownPost = await person.write('Goes with the account')
  const otherPost = await stayer.write('Stays')
  await person.post(`/api/posts/comment/${otherPost}`, { text: 'x' })
  // No change is recorded, as if the account were deleted right after the token was checked.
  await app.db.transaction((trx) => trx.deleteFrom('users').where('id', '=', person.id).execute())
  const writes = [
    person.post('/api/posts', { text: 'x' }),
    person.put('/api/profile/experience', { title: 'T', company: 'C' }),
    person.put('/api/profile/education', { school: 'S', degree: 'D' }),
    person.put('/api/profile/projects', { name: 'P' }),
    person.post('/api/profile', { status: 'Developer', skills: 'x' }),
    ...[ownPost, otherPost].flatMap((post) => [
      person.put(`/api/posts/like/${post}`),
      person.post(`/api/posts/comment/${post}`, { text: 'x' }),
    ]),
  ]
  for (const { status, body } of await Promise.all(writes)) {
    expect(body).toEqual({ errors: [{ msg: 'Token is not valid' }] })
    expect(status).toBe(401)
  }
})

test('an account without a profile can be deleted too', async () => {
  const person = await app.signUp()
  expect((await person.delete('/api/profile')).body).toEqual({ msg: 'User deleted' })
  expect((await person.get('/api/auth')).status).toBe(401)
})
