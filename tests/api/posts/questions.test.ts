import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../server/ids.ts'
import { type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let secondApp: TestApp
let asker: Person
let helper: Person
let moderator: Person
beforeAll(async () => {
  app = await startApp()
  secondApp = await app.another()
  asker = await app.signUp('Asker')
  helper = await app.signUp('Helper')
  moderator = await app.signUpAs('moderator')
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
})

async function ask(text = 'Why?'): Promise<string> {
  return (await asker.post('/api/posts', { text, question: true })).body._id
}

async function answer(post: string, { by = helper, parent }: { by?: Person; parent?: string } = {}) {
  const { body } = await by.post(`/api/posts/comment/${post}`, { text: 'Because', parent })
  return body[0]._id as string
}

const acceptPath = (post: string, comment: string) => `/api/posts/comment/${post}/${comment}/accepted`

async function read(post: string) {
  const { body } = await secondApp.call('GET', `/api/posts/${post}`, { token: helper.token })
  const feed = await secondApp.call('GET', '/api/posts', { token: helper.token })
  expect(feed.body.find(({ _id }: { _id: string }) => _id === post)).toEqual(body)
  return body
}

test('a question is a post that asks; all others do not, and it stays one when it is edited', async () => {
  const { body } = await asker.post('/api/posts', { text: 'Why?', question: true })
  expect(body).toMatchObject({ question: true, solved: false })
  expect(await read(body._id)).toMatchObject({ question: true, solved: false })
  const edited = await asker.put(`/api/posts/${body._id}`, { text: 'How?', question: false })
  expect(edited.body).toMatchObject({ text: 'How?', question: true })
  for (const fields of [{}, { question: false }, { question: null }]) {
    const post = await asker.post('/api/posts', { text: 'So it is', ...fields })
    expect(post.body).toMatchObject({ question: false, solved: false })
  }
  const strange = await asker.post('/api/posts', { text: '', question: 'yes' })
  expect([strange.status, strange.body.errors]).toEqual([
    400,
    [
      { msg: 'Text is required', field: 'text' },
      { msg: 'Question must be true or false', field: 'question' },
    ],
  ])
})

test('a question is solved while at least one comment is accepted, by the asker or a moderator', async () => {
  const post = await ask()
  const comments = [await answer(post), await answer(post), await answer(post, { by: asker })]
  const accepted = await asker.put(acceptPath(post, comments[0] as string))
  expect(accepted.status).toBe(200)
  expect(accepted.body).toEqual(await read(post))
  expect(accepted.body).toMatchObject({ _id: post, solved: true, commentCount: 3 })
  const acceptance = accepted.body.comments.map((each: { _id: string; accepted: boolean }) => [
    each._id,
    each.accepted,
  ])
  expect(acceptance).toEqual([
    [comments[2], false],
    [comments[1], false],
    [comments[0], true],
  ])
  expect((await asker.put(acceptPath(post, comments[0] as string))).body).toEqual(accepted.body)
  expect((await moderator.put(acceptPath(post, comments[2] as string))).body.solved).toBe(true)
  const list = (await helper.get(`/api/posts/${post}/comments?accepted=true&limit=1`)).body
  expect(list.map(({ _id }: { _id: string }) => _id)).toEqual([comments[2]])
  expect((await asker.delete(acceptPath(post, comments[0] as string))).body.solved).toBe(true)
  expect((await moderator.delete(acceptPath(post, comments[2] as string))).body.solved).toBe(false)
  expect((await asker.delete(acceptPath(post, comments[2] as string))).status).toBe(200)
  const allComments = (await secondApp.call('GET', `/api/posts/${post}/comments`, { token: helper.token }))
    .body
  expect(allComments.map((each: { accepted: boolean }) => each.accepted)).toEqual([false, false, false])
})

test('a question is open again when its only answer is deleted, removed or suspended, and solved when it is back', async () => {
  const post = await ask()
  const mine = await answer(post)
  await asker.put(acceptPath(post, mine))
  const removal = await moderator.post('/api/admin/removals', { comment: mine, reason: 'Rude' })
  expect(await read(post)).toMatchObject({ solved: false, commentCount: 0 })
  expect((await asker.put(acceptPath(post, mine))).status).toBe(404)
  await moderator.delete(`/api/admin/removals/${removal.body._id}`)
  expect(await read(post)).toMatchObject({ solved: true, comments: [{ _id: mine, accepted: true }] })

  const guest = await app.signUp('Guest')
  const theirs = await answer(post, { by: guest })
  await asker.put(acceptPath(post, theirs))
  await asker.delete(acceptPath(post, mine))
  await moderator.put(`/api/admin/suspensions/${guest.id}`, { reason: 'Rude' })
  expect(await read(post)).toMatchObject({ solved: false, commentCount: 1 })
  await moderator.delete(`/api/admin/suspensions/${guest.id}`)
  expect((await read(post)).solved).toBe(true)

  await asker.put(acceptPath(post, mine))
  const remainingComments = await helper.delete(`/api/posts/comment/${post}/${mine}`)
  expect(remainingComments.body.map(({ _id }: { _id: string }) => _id)).toEqual([theirs])
  expect(await read(post)).toMatchObject({ solved: true, commentCount: 1 })
  const login = await app.call('POST', '/api/auth', {
    body: { email: guest.email, password: 'correct horse' },
  })
  await app.call('DELETE', '/api/profile', { token: login.body.token })
  expect(await read(post)).toMatchObject({ solved: false, commentCount: 0 })
})

test('a question has its answers accepted by nobody else, and only its own comments', async () => {
  const post = await ask()
  const otherQuestion = await ask()
  const comment = await answer(post)
  const plain = await asker.write('No question')
  const onPlain = await answer(plain)
  const statuses = async (person: Person, path: string) =>
    Promise.all([person.put(path), person.delete(path)].map(async (call) => (await call).status))
  expect(await statuses(helper, acceptPath(post, comment))).toEqual([403, 403])
  expect(await statuses(asker, acceptPath(otherQuestion, comment))).toEqual([404, 404])
  expect(await statuses(asker, acceptPath(post, newId()))).toEqual([404, 404])
  expect(await statuses(asker, acceptPath('x', 'y'))).toEqual([404, 404])
  expect(await statuses(asker, acceptPath(newId(), comment))).toEqual([404, 404])
  const refused = await asker.put(acceptPath(plain, onPlain))
  expect([refused.status, refused.body]).toEqual([400, { errors: [{ msg: 'This post is not a question' }] }])
  expect((await read(post)).solved).toBe(false)
})

const parents = async (post: string) =>
  new Map(
    (await read(post)).comments.map((each: { _id: string; parent: string | null }) => [
      each._id,
      each.parent,
    ]),
  )

test('a comment answers the top comment of a thread, also if it answers a reply', async () => {
  const post = await asker.write('Talk')
  const top = await answer(post)
  const reply = await answer(post, { by: asker, parent: top })
  const toReply = await answer(post, { parent: reply })
  expect(await parents(post)).toEqual(
    new Map([
      [toReply, top],
      [reply, top],
      [top, null],
    ]),
  )
  const listed = (await helper.get(`/api/posts/${post}/comments`)).body
  expect(listed).toEqual((await read(post)).comments)
  const edited = await asker.put(`/api/posts/comment/${post}/${reply}`, { text: 'Now I see' })
  expect(edited.body).toMatchObject({ _id: reply, parent: top, accepted: false })
})

test('a comment cannot answer what is not there', async () => {
  const post = await asker.write('Talk')
  const otherPost = await asker.write('Other talk')
  const otherAnswer = await answer(otherPost)
  for (const parent of [otherAnswer, newId(), 'x']) {
    const refused = await helper.post(`/api/posts/comment/${post}`, { text: 'x', parent })
    expect([refused.status, refused.body.errors[0].msg]).toEqual([404, 'Comment does not exist'])
  }
  const missing = await helper.post(`/api/posts/comment/${newId()}`, { text: 'x', parent: otherAnswer })
  expect(missing.body.errors[0].msg).toBe('Post not found')
  const strange = await helper.post(`/api/posts/comment/${post}`, { text: 'x', parent: 7 })
  expect([strange.status, strange.body.errors]).toEqual([
    400,
    [{ msg: 'Parent must be an id', field: 'parent' }],
  ])
  expect((await read(post)).commentCount).toBe(0)
})

test('a comment stays when what it answers is deleted, and can then be answered itself', async () => {
  const post = await asker.write('Talk')
  const top = await answer(post)
  const reply = await answer(post, { by: asker, parent: top })
  const deleted = await helper.delete(`/api/posts/comment/${post}/${top}`)
  expect(deleted.body).toMatchObject([{ _id: reply, parent: null }])
  const toReply = await answer(post, { parent: reply })
  expect(await parents(post)).toEqual(
    new Map([
      [toReply, reply],
      [reply, null],
    ]),
  )
})

test('a comment shows nothing of what it answers while that is removed, and its thread is whole afterwards', async () => {
  const post = await asker.write('Talk')
  const top = await answer(post)
  const reply = await answer(post, { by: asker, parent: top })
  const before = (await helper.get(`/api/posts/${post}/comments`)).body
  const removal = await moderator.post('/api/admin/removals', { comment: top, reason: 'Rude' })
  const during = await helper.get(`/api/posts/${post}/comments`)
  expect(during.body).toEqual([{ ...before[0], parent: null }])
  const laterReply = await answer(post, { parent: reply })
  expect(await parents(post)).toEqual(
    new Map([
      [laterReply, null],
      [reply, null],
    ]),
  )
  await moderator.delete(`/api/admin/removals/${removal.body._id}`)
  expect(await parents(post)).toEqual(
    new Map([
      [laterReply, top],
      [reply, top],
      [top, null],
    ]),
  )
  expect((await helper.get(`/api/posts/${post}/comments`)).body.slice(1)).toEqual(before)
})
