import { afterAll, beforeAll, expect, test } from 'vitest'
import { REPORTS_IN_WINDOW } from '../../../contract/limits.ts'
import { newId } from '../../../server/ids.ts'
import { until } from '../../../test-support/polling.ts'
import { nextOf, PASSWORD, type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let secondApp: TestApp
let admin: Person
let moderator: Person
let author: Person
let reader: Person
beforeAll(async () => {
  app = await startApp()
  secondApp = await app.another()
  admin = await app.signUpAs('admin')
  moderator = await app.signUpAs('moderator')
  author = await app.signUpWithProfile('Author')
  reader = await app.signUp('Reader')
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
})

const comment = async (person: Person, post: string, text = 'A comment'): Promise<string> =>
  (await person.post(`/api/posts/comment/${post}`, { text })).body[0]._id
const reports = async (query = '') => (await moderator.get(`/api/admin/reports${query}`)).body
const log = async (limit: number) => (await moderator.get(`/api/admin/log?limit=${limit}`)).body
const suspend = (person: Person, body: object, by = moderator) =>
  by.put(`/api/admin/suspensions/${person.id}`, body)
const lift = (person: Person, by = moderator) => by.delete(`/api/admin/suspensions/${person.id}`)
const logIn = ({ email }: Person, at = app) =>
  at.call('POST', '/api/auth', { body: { email, password: PASSWORD } })

test('reports of posts, comments and people reach moderators with their context', async () => {
  const post = await author.write('A bad post')
  const bad = await comment(author, post, 'A bad comment')
  for (const subject of [{ post }, { comment: bad }, { post, comment: bad }, { user: author.id }, { post }]) {
    const response = await reader.post('/api/reports', { ...subject, reason: '  Rude  ' })
    expect(response).toMatchObject({ status: 200, body: { msg: 'Reported' } })
  }
  await admin.post('/api/reports', { post, reason: 'Also me' })
  const context = {
    user: { _id: author.id, name: 'Author' },
    reporter: { _id: reader.id, name: 'Reader' },
    reason: 'Rude',
    resolved: false,
    removed: false,
    note: null,
  }
  const listedReports = await reports()
  expect(listedReports).toHaveLength(4)
  expect(listedReports[0]).toMatchObject({ post, text: 'A bad post', reporter: { _id: admin.id } })
  expect(listedReports[1]).toMatchObject({ ...context, post: null, comment: null, text: null })
  expect(listedReports[2]).toMatchObject({ ...context, post, comment: bad, text: 'A bad comment' })
  expect(listedReports[3]).toMatchObject({ ...context, post, comment: null, text: 'A bad post' })
})

test('reports that are resolved come last, in pages too, and can be made again', async () => {
  const [first, second, third] = await reports()
  const resolved = await moderator.put(`/api/admin/reports/${second._id}`, {
    resolved: true,
    note: 'Talked',
  })
  expect(resolved).toMatchObject({
    status: 200,
    body: { _id: second._id, resolved: true, resolvedBy: moderator.name, note: 'Talked' },
  })
  expect(await log(1)).toMatchObject([
    {
      action: 'report',
      by: { _id: moderator.id },
      to: { _id: author.id },
      reason: 'Rude',
      details: 'Talked',
    },
  ])
  const page = await moderator.get('/api/admin/reports?limit=3')
  expect(page.body.slice(0, 2).map(({ _id }: { _id: string }) => _id)).toEqual([first._id, third._id])
  const next = nextOf(page) ?? ''
  expect((await moderator.get(next)).body).toMatchObject([{ _id: second._id, resolved: true }])
  await reader.post('/api/reports', { user: author.id, reason: 'Again' })
  expect((await reports('?limit=1'))[0]).toMatchObject({ reason: 'Again', resolved: false })
})

test('reports need exactly one thing that the reporter can see, and a reason', async () => {
  const post = await author.write('Fine')
  const bad = await comment(author, post)
  for (const [body, status, msg] of [
    [{ reason: 'x' }, 400, 'Name one post, comment or person'],
    [{ post, user: author.id, reason: 'x' }, 400, 'Name one post, comment or person'],
    [{ post, reason: ' ' }, 400, 'Reason is required'],
    [{ post, reason: 'x'.repeat(1_001) }, 400, 'Reason must be at most 1000 characters'],
    [{ post: 5, reason: 'x' }, 400, 'Post must be an id'],
    [{ user: reader.id, reason: 'x' }, 400, 'You cannot report yourself'],
    [{ post: newId(), reason: 'x' }, 404, 'Post not found'],
    [{ post: 'x', reason: 'x' }, 404, 'Post not found'],
    [{ comment: newId(), reason: 'x' }, 404, 'Comment does not exist'],
    [{ post: newId(), comment: bad, reason: 'x' }, 404, 'Comment does not exist'],
    [{ user: newId(), reason: 'x' }, 404, 'There is no such person'],
  ] as const) {
    const response = await reader.post('/api/reports', body)
    expect([response.status, response.body.errors?.[0].msg], JSON.stringify(body)).toEqual([status, msg])
  }
  await moderator.post('/api/admin/removals', { post, reason: 'x' })
  expect((await reader.post('/api/reports', { post, reason: 'x' })).status).toBe(404)
  expect((await reader.post('/api/reports', { comment: bad, reason: 'x' })).status).toBe(404)
  const unresolved = await moderator.put(`/api/admin/reports/${newId()}`, { resolved: false })
  expect(unresolved.body.errors[0].msg).toBe('Resolved must be true')
  expect((await moderator.put(`/api/admin/reports/${newId()}`, { resolved: true })).status).toBe(404)
})

test('the reports of a member in an hour are limited', async () => {
  const limited = await app.another({ RATE_LIMIT: 'on' })
  const { token } = await app.signUp()
  const report = async () => {
    const body = { user: author.id, reason: 'Again and again' }
    return (await limited.call('POST', '/api/reports', { token, body })).status
  }
  expect(await report()).toBe(200)
  await app.db.transaction((trx) =>
    trx
      .updateTable('attempts')
      .set({ count: REPORTS_IN_WINDOW - 2 })
      .execute(),
  )
  const statuses = await Promise.all(Array.from({ length: 5 }, report))
  expect(statuses.toSorted()).toEqual([200, 200, 429, 429, 429])
  await limited.stop()
})

test('moderators and admins have a badge wherever their name is, in every process, while they have the role', async () => {
  const person = await app.signUpWithProfile('Rising Star')
  const post = await person.write('Hello')
  await comment(person, post)
  const badges = async () => {
    const read = async (path: string) => (await secondApp.call('GET', path, { token: reader.token })).body
    const currentPost = await read(`/api/posts/${post}`)
    const [inFeed] = await read('/api/posts?limit=1')
    const [listed] = await read(`/api/posts/${post}/comments`)
    const profile = await read(`/api/profile/user/${person.id}`)
    const contents = [currentPost, ...currentPost.comments, inFeed, ...inFeed.comments, listed]
    return [...contents, profile.user, await read(`/api/people/${person.id}`)].map(({ badge }) => badge)
  }
  for (const role of ['member', 'moderator', 'admin', 'member']) {
    await admin.put(`/api/admin/members/${person.id}`, { role })
    expect(await badges()).toEqual(Array(7).fill(role === 'member' ? undefined : role))
  }
  const moderatorPost = await moderator.post('/api/posts', { text: 'By a moderator' })
  expect(moderatorPost.body.badge).toBe('moderator')
  expect((await moderator.post(`/api/posts/comment/${post}`, { text: 'Hi' })).body[0].badge).toBe('moderator')
})

test('removals notify the author with the reason, who may delete but not edit what was removed', async () => {
  const post = await author.write('Buy now')
  const removed = await moderator.post('/api/admin/removals', { post, reason: 'Advertising' })
  expect(removed).toMatchObject({
    status: 200,
    body: { post, comment: null, text: 'Buy now', reason: 'Advertising', by: moderator.name },
  })
  const secondRemoval = await moderator.post('/api/admin/removals', { post, reason: 'Other words' })
  expect(secondRemoval.body).toEqual(removed.body)
  expect((await log(1))[0]).toMatchObject({
    action: 'removal',
    to: { _id: author.id },
    post,
    reason: 'Advertising',
  })
  const { by: _by, author: _author, ...ownView } = removed.body
  expect((await author.get('/api/auth/removals?limit=1')).body).toEqual([ownView])
  expect((await reader.get('/api/auth/removals')).body).toEqual([])
  expect((await author.put(`/api/posts/${post}`, { text: 'Better now' })).status).toBe(404)
  expect((await author.delete(`/api/posts/${post}`)).body).toEqual({ msg: 'Post removed' })
  const gone = await moderator.delete(`/api/admin/removals/${removed.body._id}`)
  expect(gone).toMatchObject({ status: 404, body: { errors: [{ msg: 'Removal not found' }] } })
})

test('removals of comments keep the count exact, whoever deletes or brings back', async () => {
  const post = await author.write('Talk')
  const ids = [await comment(reader, post), await comment(reader, post), await comment(author, post)]
  const readVisible = async () => {
    const { body } = await secondApp.call('GET', `/api/posts/${post}`, { token: reader.token })
    expect(body.commentCount).toBe(body.comments.length)
    return body.comments.map(({ _id }: { _id: string }) => _id)
  }
  expect(await readVisible()).toEqual(ids.toReversed())
  const remove = async (id: string | undefined) =>
    (await moderator.post('/api/admin/removals', { comment: id, reason: 'Rude' })).body._id
  const first = await remove(ids[0])
  const second = await remove(ids[1])
  expect(await readVisible()).toEqual([ids[2]])
  const path = `/api/posts/comment/${post}/${ids[0]}`
  expect((await reader.put(path, { text: 'Nicer' })).status).toBe(404)
  expect((await author.delete(path)).status).toBe(403)
  expect((await reader.delete(path)).body.map(({ _id }: { _id: string }) => _id)).toEqual([ids[2]])
  expect((await moderator.delete(`/api/admin/removals/${first}`)).status).toBe(404)
  expect(await readVisible()).toEqual([ids[2]])
  expect((await moderator.delete(`/api/admin/removals/${second}`)).status).toBe(200)
  expect(await readVisible()).toEqual([ids[2], ids[1]])
  expect((await log(1))[0]).toMatchObject({ action: 'return', post, comment: ids[1] })
})

test('removals are up to moderators for members, and to admins for everyone', async () => {
  const post = await admin.write('By an admin')
  const mine = await moderator.write('By a moderator')
  for (const id of [post, mine]) {
    const refused = await moderator.post('/api/admin/removals', { post: id, reason: 'x' })
    expect(refused.status).toBe(403)
  }
  const removed = await admin.post('/api/admin/removals', { post: mine, reason: 'x' })
  expect(removed.status).toBe(200)
  expect((await moderator.delete(`/api/admin/removals/${removed.body._id}`)).status).toBe(403)
  const listed = (await moderator.get('/api/admin/removals?limit=1')).body
  expect(listed).toEqual([removed.body])
})

test('suspensions sign the member out everywhere and refuse to sign in, with the reason', async () => {
  const member = await app.signUp('Troll')
  const { token } = (await logIn(member)).body
  const suspended = await suspend(member, { reason: 'Three warnings' })
  expect(suspended).toMatchObject({
    status: 200,
    body: { _id: member.id, suspended: true, suspension: { until: null, reason: 'Three warnings' } },
  })
  for (const instance of [app, secondApp]) {
    for (const dead of [member.token, token]) {
      expect((await instance.call('GET', '/api/auth', { token: dead })).status).toBe(401)
    }
    const refused = await logIn(member, instance)
    expect(refused.status).toBe(403)
    expect(refused.body).toEqual({ errors: [{ msg: 'Three warnings', suspendedUntil: null }] })
  }
  const wrong = { email: member.email, password: 'wrong one' }
  expect((await app.call('POST', '/api/auth', { body: wrong })).body.errors[0].msg).toBe(
    'Invalid Credentials',
  )
  expect((await admin.put(`/api/admin/members/${member.id}`, { role: 'admin' })).status).toBe(400)
  expect((await suspend(member, { reason: 'In other words' })).body.suspension.reason).toBe('In other words')
  expect(await lift(member)).toMatchObject({ status: 200, body: { suspended: false, suspension: null } })
  expect((await lift(member)).status).toBe(200)
  expect(await log(3)).toMatchObject([
    { action: 'lift', by: { _id: moderator.id }, to: { _id: member.id, name: 'Troll' } },
    { action: 'suspension', reason: 'In other words' },
    { action: 'suspension', reason: 'Three warnings' },
  ])
  expect((await app.call('GET', '/api/auth', { token })).status).toBe(401)
  expect((await logIn(member)).status).toBe(200)
})

const inAnHour = () => new Date(Date.now() + 60 * 60_000).toISOString()
const endings = () =>
  app.db.kysely.selectFrom('jobs').select('run_at').where('kind', '=', 'end-suspension').execute()
const makeEndingsDue = async () => {
  await app.db.transaction((trx) =>
    trx.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'end-suspension').execute(),
  )
  app.running.context.jobs.start()
}

test('suspensions end by themselves, and everything is back', async () => {
  const member = await app.signUpWithProfile('Soon back')
  const post = await member.write('Soon back')
  const before = (await reader.get(`/api/posts/${post}`)).body
  const endsAt = inAnHour()
  expect((await suspend(member, { until: endsAt, reason: 'Cool down' })).body.suspension.until).toBe(endsAt)
  expect((await logIn(member)).body.errors).toEqual([{ msg: 'Cool down', suspendedUntil: endsAt }])
  const read = (path: string) => secondApp.call('GET', path, { token: reader.token })
  expect((await read(`/api/posts/${post}`)).status).toBe(404)
  expect((await read(`/api/profile/user/${member.id}`)).status).toBe(404)
  expect(await endings()).toEqual([{ run_at: Date.parse(endsAt) }])
  await makeEndingsDue()
  await until(async () => (await read(`/api/posts/${post}`)).status === 200)
  expect((await read(`/api/posts/${post}`)).body).toEqual(before)
  expect((await read(`/api/profile/user/${member.id}`)).status).toBe(200)
  expect((await logIn(member)).status).toBe(200)
  expect((await log(1))[0]).toMatchObject({ action: 'lift', by: null, to: { _id: member.id } })
})

test('suspensions that were replaced by a longer one do not end early', async () => {
  const member = await app.signUp()
  await suspend(member, { until: inAnHour(), reason: 'Short' })
  await suspend(member, { reason: 'Long' })
  await makeEndingsDue()
  await until(async () => (await endings()).length === 0)
  expect((await logIn(member)).body.errors[0].msg).toBe('Long')
})

test('suspensions are not for moderators, admins, oneself or the past', async () => {
  for (const person of [moderator, admin, await app.signUpAs('moderator')]) {
    expect((await suspend(person, { reason: 'x' })).status).toBe(403)
    expect((await lift(person)).status).toBe(403)
  }
  expect((await suspend(admin, { reason: 'x' }, admin)).status).toBe(403)
  const second = await app.signUpAs('moderator')
  expect((await suspend(second, { reason: 'x' }, admin)).status).toBe(200)
  expect((await second.get('/api/admin/log')).status).toBe(401)
  const member = await app.signUp()
  for (const [body, msg] of [
    [{ reason: '' }, 'Reason is required'],
    [{ reason: 'x', until: '2020-01-01T00:00:00Z' }, 'Until must be in the future'],
    [{ reason: 'x', until: 'tomorrow' }, 'Until must be a date and time'],
    [{ reason: 'x', until: 5 }, 'Until must be a date and time'],
  ] as const) {
    const response = await suspend(member, body)
    expect([response.status, response.body.errors[0].msg]).toEqual([400, msg])
  }
  expect((await moderator.put(`/api/admin/suspensions/${newId()}`, { reason: 'x' })).status).toBe(404)
  expect((await member.get('/api/auth')).status).toBe(200)
})

test('suspensions hide more posts and comments than a batch, and bring all of them back', async () => {
  const member = await app.signUp()
  const post = await reader.write('Busy')
  const posts = Array.from({ length: 250 }, () => ({ id: newId(), like_count: 0, comment_count: 0 }))
  await app.db.transaction(async (trx) => {
    await trx
      .insertInto('posts')
      .values(posts.map((row) => ({ ...row, user_id: member.id, text: 'Spam' })))
      .execute()
    const comments = posts.map(() => ({ id: newId(), post_id: post, user_id: member.id, text: 'Spam' }))
    await trx.insertInto('comments').values(comments).execute()
    await trx.updateTable('posts').set({ comment_count: 250 }).where('id', '=', post).execute()
  })
  const read = async () => {
    const person = await secondApp.call('GET', `/api/people/${member.id}`)
    const { body } = await secondApp.call('GET', `/api/posts/${post}`, { token: reader.token })
    return [person.body.postCount, body.commentCount, body.comments.length]
  }
  expect(await read()).toEqual([250, 250, 250])
  await suspend(member, { reason: 'Spam' })
  expect(await read()).toEqual([undefined, 0, 0])
  await lift(member)
  expect(await read()).toEqual([250, 250, 250])
  await suspend(member, { reason: 'Spam' })
  expect((await reader.delete(`/api/posts/${post}`)).status).toBe(200)
  await app.finishDeletions()
  const remaining = await app.db.kysely
    .selectFrom('comments')
    .select('id')
    .where('post_id', '=', post)
    .execute()
  expect(remaining).toEqual([])
})
