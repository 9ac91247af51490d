import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, Person, startApp, type TestApp } from '../app.ts'

// Two processes with separate caches: a read of one shows what the other has acknowledged.
let writer: TestApp
let reader: TestApp
let author: Person
let watcher: Person

beforeAll(async () => {
  writer = await startApp()
  reader = await writer.another()
  author = await writer.signUpWithProfile('Author')
  const visitor = await writer.signUp('Watcher')
  watcher = onReader(visitor)
})
afterAll(async () => {
  await reader.stop()
  await writer.stop()
})

function onReader({ token, id, name, email }: Person): Person {
  return new Person(reader, token, id, name, email)
}

const ROUNDS = 15

test('every process sees posts, likes and comments of the others in the next read', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const post = await author.write(`Round ${round}`)
    const feed = async () => (await watcher.get('/api/posts')).body
    const readPost = async () => (await watcher.get(`/api/posts/${post}`)).body
    expect((await feed())[0]).toMatchObject({ _id: post, likeCount: 0, commentCount: 0 })

    await author.put(`/api/posts/like/${post}`)
    expect(await readPost()).toMatchObject({ likeCount: 1, likes: [{ user: author.id }] })
    expect((await feed())[0]).toMatchObject({ likeCount: 1 })

    await author.put(`/api/posts/unlike/${post}`)
    expect((await feed())[0]).toMatchObject({ likeCount: 0, likes: [] })

    const { body: comments } = await author.post(`/api/posts/comment/${post}`, { text: 'Hm' })
    expect((await feed())[0]).toMatchObject({ commentCount: 1, comments })
    expect(await readPost()).toMatchObject({ commentCount: 1, comments })

    await author.delete(`/api/posts/comment/${post}/${comments[0]._id}`)
    expect(await readPost()).toMatchObject({ commentCount: 0, comments: [] })

    if (round % 2) {
      await author.delete(`/api/posts/${post}`)
      expect((await feed())[0]?._id).not.toBe(post)
      expect(await readPost()).toEqual({ errors: [{ msg: 'Post not found' }] })
    }
  }
})

test('every process sees profiles and credentials of the others in the next read', async () => {
  const list = async () => (await watcher.get('/api/profile')).body
  const readProfile = async () => (await watcher.get(`/api/profile/user/${author.id}`)).body
  for (let round = 0; round < ROUNDS; round++) {
    await author.post('/api/profile', { company: `Company ${round}` })
    expect(await readProfile()).toMatchObject({ company: `Company ${round}` })
    expect(await list()).toContainEqual(expect.objectContaining({ company: `Company ${round}` }))

    const { body } = await author.put('/api/profile/experience', { title: `T${round}`, company: 'C' })
    expect(await readProfile()).toEqual(body)
    expect(await list()).toContainEqual(body)

    await author.delete(`/api/profile/experience/${body.experience[0]._id}`)
    expect(await readProfile()).toMatchObject({ experience: [] })

    const newcomer = await writer.signUpWithProfile()
    expect((await list())[0].user._id).toBe(newcomer.id)
  }
})

test('a logout or a new password takes effect in every process at once', async () => {
  for (let round = 0; round < 3; round++) {
    const person = await writer.signUp()
    const login = { body: { email: person.email, password: PASSWORD } }
    const { body: second } = await writer.call('POST', '/api/auth', login)
    const onOther = new Person(reader, second.token, person.id, person.name, person.email)
    expect((await onOther.get('/api/auth')).body._id).toBe(person.id)
    expect((await onReader(person).get('/api/auth')).body._id).toBe(person.id)

    const change = { password: PASSWORD, newPassword: `${PASSWORD} 2` }
    const { token } = (await person.put('/api/auth/password', change)).body
    expect((await onOther.get('/api/auth')).status).toBe(401)
    expect((await onReader(person).get('/api/auth')).status).toBe(401)
    expect((await reader.call('GET', '/api/auth', { token })).status).toBe(200)

    await writer.call('DELETE', '/api/auth', { token })
    expect((await reader.call('GET', '/api/auth', { token })).status).toBe(401)
  }
})

test('a deleted account is gone in every process at once', async () => {
  for (let round = 0; round < 5; round++) {
    const person = await writer.signUpWithProfile('Leaver')
    const onOther = onReader(person)
    const ownPost = await person.write('Gone soon')
    const otherPost = await author.write('Stays')
    await person.put(`/api/posts/like/${otherPost}`)
    await person.post(`/api/posts/comment/${otherPost}`, { text: 'Bye' })
    const read = async () => [
      (await onOther.get('/api/auth')).status,
      (await watcher.get(`/api/profile/user/${person.id}`)).status,
      (await watcher.get(`/api/posts/${ownPost}`)).status,
      (await watcher.get(`/api/posts/${otherPost}`)).body.likeCount,
      (await watcher.get('/api/posts')).body[0].comments.length,
    ]
    expect(await read()).toEqual([200, 200, 200, 1, 1])
    await person.delete('/api/profile')
    expect(await read()).toEqual([401, 404, 404, 0, 0])
  }
})

test('constant reads never delay a change', async () => {
  let running = true
  const busy = Promise.all(
    [1, 2, 3].map(async () => {
      while (running) await watcher.get('/api/posts?limit=5')
    }),
  )
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const post = await author.write(`Under load ${round}`)
      expect((await watcher.get('/api/posts?limit=5')).body[0]._id).toBe(post)
    }
  } finally {
    running = false
    await busy
  }
})
