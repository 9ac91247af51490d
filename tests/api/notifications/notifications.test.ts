import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Notification } from '../../../contract/notifications.ts'
import { newId } from '../../../server/ids.ts'
import { insertCrowd, nextOf, type Person, startApp, type TestApp } from '../../app.ts'

let app: TestApp
let secondApp: TestApp
beforeAll(async () => {
  app = await startApp()
  secondApp = await app.another()
})
afterAll(async () => {
  await secondApp.stop()
  await app.stop()
})

const people = (count: number) => Promise.all(Array.from({ length: count }, () => app.signUp()))

const notificationsOf = async (person: Person): Promise<Notification[]> =>
  (await secondApp.call('GET', '/api/notifications', { token: person.token })).body
const unread = async (person: Person): Promise<number> =>
  (await secondApp.call('GET', '/api/auth', { token: person.token })).body.unread
const handleOf = async ({ id }: Person) => (await app.call('GET', `/api/people/${id}`)).body.handle
const comment = async (person: Person, post: string, text: string): Promise<string> =>
  (await person.post(`/api/posts/comment/${post}`, { text })).body[0]._id

test('one notification has all likes of a post while it is unread, and the next one those after that', async () => {
  const [author, first, second, third] = (await people(4)) as [Person, Person, Person, Person]
  const post = await author.write('Like **me** & <me>')
  for (const person of [first, second, first]) await person.put(`/api/posts/like/${post}`)
  const [notification, ...rest] = await notificationsOf(author)
  expect(rest).toEqual([])
  const { body: person } = await app.call('GET', `/api/people/${second.id}`)
  expect(notification).toEqual({
    _id: expect.any(String),
    kind: 'like',
    actors: [
      { _id: second.id, name: second.name, handle: person.handle, avatar: person.avatar },
      expect.objectContaining({ _id: first.id }),
    ],
    count: 2,
    post,
    comment: null,
    excerpt: 'Like me & <me>',
    date: expect.any(String),
    read: false,
  })
  expect(await unread(author)).toBe(1)
  expect((await author.put('/api/notifications/read', {})).body).toEqual({ unread: 0 })
  expect(await unread(author)).toBe(0)
  await third.put(`/api/posts/like/${post}`)
  expect(await notificationsOf(author)).toMatchObject([
    { kind: 'like', count: 1, actors: [{ _id: third.id }], read: false },
    { kind: 'like', count: 2, read: true },
  ])
  expect(await unread(author)).toBe(1)
  for (const person of [third, first]) await person.put(`/api/posts/unlike/${post}`)
  expect(await notificationsOf(author)).toMatchObject([
    { count: 1, actors: [{ _id: second.id }], read: true },
  ])
  expect(await unread(author)).toBe(0)
  expect((await first.get('/api/notifications')).body).toEqual([])
})

test('a thousand likes are one notification, and two at the same moment both count', async () => {
  const [author, ...likers] = (await people(9)) as [Person, ...Person[]]
  const post = await author.write('Popular')
  const crowd = Array.from({ length: 992 }, () => newId())
  await app.db.transaction(async (trx) => {
    await insertCrowd(trx, crowd)
    const [id, ...rest] = crowd.map(() => newId())
    const key = { user_id: author.id, kind: 'like' as const, subject_id: post }
    const unreadRow = {
      ...key,
      id: id ?? '',
      position: rest.at(-1) ?? '',
      post_id: post,
      count: crowd.length,
    }
    await trx.insertInto('notifications').values(unreadRow).execute()
    const events = crowd.map((actor_id) => ({
      ...key,
      notification_id: unreadRow.id,
      id: newId(),
      actor_id,
      comment_id: null,
    }))
    await trx.insertInto('notification_events').values(events).execute()
  })
  await Promise.all(
    likers.map((person, index) =>
      (index % 2 ? app : secondApp).call('PUT', `/api/posts/like/${post}`, { token: person.token }),
    ),
  )
  const [notification, ...rest] = await notificationsOf(author)
  expect(rest).toEqual([])
  expect(notification).toMatchObject({ kind: 'like', count: 1_000 })
  expect(notification?.actors).toHaveLength(3)
  for (const { _id } of notification?.actors ?? []) expect(likers.map(({ id }) => id)).toContain(_id)
})

test('likes while a notification is being marked as read are in it or in the next one', async () => {
  const [author, ...likers] = (await people(9)) as [Person, ...Person[]]
  const post = await author.write('Busy')
  await Promise.all(
    likers.flatMap((person, index) => [
      person.put(`/api/posts/like/${post}`),
      ...(index % 2 ? [author.put('/api/notifications/read', { post })] : []),
    ]),
  )
  const notifications = await notificationsOf(author)
  expect(notifications.reduce((sum, { count }) => sum + count, 0)).toBe(likers.length)
  expect(notifications.filter(({ read }) => !read).length).toBeLessThanOrEqual(1)
  expect(await unread(author)).toBe(notifications.filter(({ read }) => !read).length)
})

test('each comment and mention notifies once, newest first, and those of one post are marked as read together', async () => {
  const [author, reader, witness] = (await people(3)) as [Person, Person, Person]
  const post = await author.write(`Hello @${await handleOf(witness)}`)
  expect(await notificationsOf(witness)).toMatchObject([
    { kind: 'mention', post, comment: null, actors: [{ _id: author.id }], count: 1 },
  ])
  const other = await author.write('Elsewhere')
  await reader.put(`/api/posts/like/${other}`)
  await comment(reader, post, 'First')
  const mentioning = await comment(
    reader,
    post,
    `Ask @${await handleOf(witness)} and @${await handleOf(author)}`,
  )
  const lastComment = await comment(reader, post, 'Third `code`')
  await comment(author, post, 'My own')
  expect(await notificationsOf(author)).toMatchObject([
    {
      kind: 'comment',
      post,
      comment: lastComment,
      count: 2,
      actors: [{ _id: reader.id }],
      excerpt: 'Third code',
    },
    { kind: 'mention', post, comment: mentioning, count: 1 },
    { kind: 'like', post: other, count: 1 },
  ])
  expect((await notificationsOf(witness)).map(({ kind, comment }) => [kind, comment])).toEqual([
    ['mention', mentioning],
    ['mention', null],
  ])
  expect((await author.put('/api/notifications/read', { post })).body).toEqual({ unread: 1 })
  expect((await author.put('/api/notifications/read', { post: 'x' })).body).toEqual({ unread: 1 })
  await reader.put('/api/notifications/read', {})
  expect(await notificationsOf(author)).toMatchObject([
    { read: true },
    { read: true },
    { kind: 'like', read: false },
  ])
})

test('authors of comments are notified of replies and of acceptances', async () => {
  const [asker, helper, reader] = (await people(3)) as [Person, Person, Person]
  const post = (await asker.post('/api/posts', { text: 'How?', question: true })).body._id
  const answer = await comment(helper, post, 'Like this')
  const reply = (person: Person, parent: string) =>
    person.post(`/api/posts/comment/${post}`, { text: `Thanks, @${helperHandle}`, parent })
  const helperHandle = await handleOf(helper)
  const first = (await reply(asker, answer)).body[0]._id
  const second = (await reply(reader, first)).body[0]._id
  await asker.put(`/api/posts/comment/${post}/${answer}/accepted`)
  await asker.put(`/api/posts/comment/${post}/${answer}/accepted`)
  expect(await notificationsOf(helper)).toMatchObject([
    { kind: 'accepted', post, comment: answer, count: 1, actors: [{ _id: asker.id }], excerpt: 'Like this' },
    { kind: 'mention', post, comment: second, actors: [{ _id: reader.id }] },
    { kind: 'reply', post, comment: first, count: 1, actors: [{ _id: asker.id }] },
  ])
  expect(await notificationsOf(asker)).toMatchObject([
    { kind: 'reply', post, comment: second, actors: [{ _id: reader.id }] },
    { kind: 'comment', post, comment: answer, count: 1 },
  ])
  await asker.delete(`/api/posts/comment/${post}/${answer}/accepted`)
  expect((await notificationsOf(helper)).map(({ kind }) => kind)).toEqual(['mention', 'reply'])
})

test('an edit notifies only people it mentions for the first time', async () => {
  const [author, first, second] = (await people(3)) as [Person, Person, Person]
  const firstMention = `@${await handleOf(first)}`
  const secondMention = `@${await handleOf(second)}`
  const post = await author.write(`Hello ${firstMention}`)
  for (const text of [
    `Hello ${firstMention} again`,
    `Hello ${firstMention} and ${secondMention}`,
    'Hello nobody',
    `Hello ${secondMention} ${firstMention}`,
  ]) {
    expect((await author.put(`/api/posts/${post}`, { text })).status).toBe(200)
  }
  for (const person of [first, second]) {
    expect(await notificationsOf(person)).toMatchObject([
      { kind: 'mention', post, count: 1, excerpt: `Hello ${secondMention} ${firstMention}` },
    ])
  }
  const id = await comment(author, post, 'Hi')
  await author.put(`/api/posts/comment/${post}/${id}`, { text: `Hi ${secondMention}` })
  expect(await notificationsOf(second)).toMatchObject([
    { kind: 'mention', post, comment: id, count: 1 },
    { post },
  ])
})

test('a mention that an edit removes is retracted, and one that returns does not notify twice', async () => {
  const [author, reader, owner] = (await people(3)) as [Person, Person, Person]
  const moderator = await app.signUpAs('moderator')
  const mention = `Hello @${await handleOf(reader)}`
  const ofOwner = `Hello @${await handleOf(owner)}`
  const post = await owner.write('Whose?')
  const id = await comment(author, post, `${mention} ${ofOwner}`)
  const edit = (text: string) => author.put(`/api/posts/comment/${post}/${id}`, { text })
  const first = (await notificationsOf(reader))[0] as Notification
  expect(first).toMatchObject({ kind: 'mention', comment: id, read: false })
  await edit('Hello')
  expect([await notificationsOf(reader), await unread(reader)]).toEqual([[], 0])
  expect(await notificationsOf(owner)).toMatchObject([{ comment: id, count: 1 }])
  const removal = await moderator.post('/api/admin/removals', { comment: id, reason: 'x' })
  await moderator.delete(`/api/admin/removals/${removal.body._id}`)
  expect([await notificationsOf(reader), await unread(reader)]).toEqual([[], 0])
  await edit(mention)
  expect(await notificationsOf(reader)).toMatchObject([
    { _id: first._id, date: first.date, count: 1, read: false },
  ])
  await reader.put('/api/notifications/read', {})
  await edit('Hello')
  await edit(`${mention}!`)
  expect([await notificationsOf(reader), await unread(reader)]).toMatchObject([
    [{ _id: first._id, read: true }],
    0,
  ])
  await edit('Hello')
  await author.delete(`/api/posts/comment/${post}/${id}`)
  expect(await notificationsOf(owner)).toEqual([])
  const remaining = await app.db.kysely
    .selectFrom('notifications')
    .where('user_id', '=', reader.id)
    .selectAll()
    .execute()
  expect(remaining).toEqual([])
})

test('nobody is notified of what they did themselves, or of what people they muted or blocked did', async () => {
  const [author, muted, blocked] = (await people(3)) as [Person, Person, Person]
  const post = await author.write('Quiet')
  await author.put(`/api/posts/like/${post}`)
  await comment(author, post, `Me, @${await handleOf(author)}`)
  await author.put(`/api/mutes/${muted.id}`)
  await author.put(`/api/blocks/${blocked.id}`)
  for (const person of [muted, blocked]) {
    await secondApp.call('PUT', `/api/posts/like/${post}`, { token: person.token })
    await person.write(`Hello @${await handleOf(author)}`)
  }
  await comment(muted, post, 'Hello?')
  expect(await notificationsOf(author)).toEqual([])
  expect(await unread(author)).toBe(0)
  await author.delete(`/api/mutes/${muted.id}`)
  await comment(muted, post, 'Hello again')
  expect(await notificationsOf(author)).toMatchObject([{ kind: 'comment', count: 1, excerpt: 'Hello again' }])
})

test('new followers are one notification, without those who unfollow or are blocked', async () => {
  const [author, first, second] = (await people(3)) as [Person, Person, Person]
  for (const person of [first, second, first]) await person.put(`/api/follows/people/${author.id}`)
  expect(await notificationsOf(author)).toMatchObject([
    { kind: 'follow', count: 2, actors: [{ _id: second.id }, { _id: first.id }], post: null, excerpt: '' },
  ])
  await first.delete(`/api/follows/people/${author.id}`)
  expect(await notificationsOf(author)).toMatchObject([{ count: 1, actors: [{ _id: second.id }] }])
  await author.put(`/api/blocks/${second.id}`)
  expect(await notificationsOf(author)).toEqual([])
})

test('notifications of what is deleted are retracted', async () => {
  const [author, reader, leaver] = (await people(3)) as [Person, Person, Person]
  const post = await author.write('Short-lived')
  const gone = await comment(reader, post, 'Gone soon')
  await comment(leaver, post, `Hello @${await handleOf(reader)}`)
  await leaver.put(`/api/posts/like/${post}`)
  await author.put('/api/notifications/read', {})
  await reader.delete(`/api/posts/comment/${post}/${gone}`)
  expect(await notificationsOf(author)).toMatchObject([
    { kind: 'like', actors: [{ _id: leaver.id }] },
    { kind: 'comment', count: 1, actors: [{ _id: leaver.id }] },
  ])
  expect(await notificationsOf(reader)).toMatchObject([{ kind: 'mention' }])
  await leaver.delete('/api/profile')
  for (const person of [author, reader]) expect(await notificationsOf(person)).toEqual([])
  await comment(reader, post, `Still here, @${await handleOf(reader)}`)
  expect(await unread(author)).toBe(1)
  await author.delete(`/api/posts/${post}`)
  expect(await notificationsOf(author)).toEqual([])
  expect(await unread(author)).toBe(0)
  await author.delete('/api/profile')
  for (const table of ['notifications', 'notification_events'] as const) {
    const rows = await app.db.kysely
      .selectFrom(table)
      .select('id')
      .where('user_id', 'in', [author.id, leaver.id])
      .execute()
    expect(rows).toEqual([])
  }
})

test('authors are notified why a moderator removed something, until it is back or deleted', async () => {
  const [author, reader] = (await people(2)) as [Person, Person]
  const moderator = await app.signUpAs('moderator')
  const post = await author.write('Rude')
  const id = await comment(reader, post, 'Ruder')
  const { body: removal } = await moderator.post('/api/admin/removals', { comment: id, reason: 'Be kind' })
  expect(await notificationsOf(reader)).toMatchObject([
    { kind: 'moderation', post, comment: id, actors: [], count: 1, excerpt: 'Be kind', read: false },
  ])
  expect([await notificationsOf(author), await unread(author), await unread(reader)]).toEqual([[], 0, 1])
  await moderator.delete(`/api/admin/removals/${removal._id}`)
  expect(await notificationsOf(reader)).toEqual([])
  expect(await notificationsOf(author)).toMatchObject([{ kind: 'comment', comment: id }])
  await moderator.post('/api/admin/removals', { comment: id, reason: 'Really' })
  await reader.delete(`/api/posts/comment/${post}/${id}`)
  expect(await notificationsOf(reader)).toEqual([])
  await moderator.post('/api/admin/removals', { post, reason: 'This too' })
  expect(await notificationsOf(author)).toMatchObject([
    { kind: 'moderation', post, comment: null, excerpt: 'This too' },
  ])
  await author.delete(`/api/posts/${post}`)
  expect(await notificationsOf(author)).toEqual([])
})

test('pages of notifications neither skip nor repeat any while others arrive', async () => {
  const [author, reader] = (await people(2)) as [Person, Person]
  const posts: string[] = []
  for (let count = 0; count < 7; count++) {
    posts.push(await author.write(`Post ${count}`))
    await reader.put(`/api/posts/like/${posts.at(-1)}`)
  }
  const first = await author.get('/api/notifications?limit=3')
  const next = nextOf(first) ?? ''
  await comment(reader, posts[0] ?? '', 'New on top')
  const second = await author.get(next)
  const third = await author.get(nextOf(second) ?? '')
  expect(third.headers.get('link')).toBeNull()
  const listedPosts = [first, second, third].flatMap(({ body }) => body.map(({ post }: Notification) => post))
  expect(listedPosts).toEqual(posts.toReversed())
})
