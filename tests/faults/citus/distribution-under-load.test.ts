import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DISTRIBUTION } from '../../../server/database/schema/tables.ts'
import { type CitusCluster, citusSource, createBlank, startCitus } from '../../../test-support/citus.ts'
import { LONG } from '../../../test-support/long-runs.ts'
import { until } from '../../../test-support/polling.ts'
import { query } from '../../../test-support/postgres-query.ts'
import { type Person, startApp, type TestApp } from '../../app.ts'
import { DISTRIBUTED, dbDistribute } from './distributed.ts'

const tried = LONG && citusSource !== undefined

let cluster: CitusCluster
let url: string
let app: TestApp
let author: Person
let member: Person
let moderator: Person
let admin: Person
beforeAll(async () => {
  if (!tried) return
  cluster = await startCitus()
  url = await createBlank(cluster.url)
  // Nothing listens there, so mail stays queued.
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'us@example.com', PUBLIC_URL: 'http://127.0.0.1' }
  app = await startApp({ DATABASE_URL: url, ...mail })
})
afterAll(async () => {
  await app?.stop()
  await cluster?.stop()
})

async function useEverything(word: string): Promise<{ question: string; picture: string }> {
  const dot = sharp({ create: { width: 2, height: 2, channels: 3, background: `#${word.length}00` } })
  const picture: string = (await author.upload(await dot.png().toBuffer())).body.url
  const text = `Why ${word}? ![](${picture}) #${word}`
  const question: string = (await author.post('/api/posts', { text, question: true })).body._id
  const [answer] = (await member.post(`/api/posts/comment/${question}`, { text: `So, ${word}` })).body
  const commentPath = `/api/posts/comment/${question}/${answer._id}`
  const spam = await member.write(`Buy ${word}`)
  const responses = [
    await author.put('/api/auth/avatar', { url: picture }),
    await author.post(`/api/posts/comment/${question}`, { text: 'Because?', parent: answer._id }),
    await author.put(`${commentPath}/accepted`),
    await member.put(commentPath, { text: `So it is, ${word}` }),
    await author.put(`/api/posts/${question}`, { text: `${text} really` }),
    await member.put(`/api/posts/like/${question}`),
    await member.put(`/api/bookmarks/${question}`),
    await member.put(`/api/follows/people/${author.id}`),
    await member.put(`/api/follows/tags/${word}`),
    await author.put(`/api/mutes/${admin.id}`),
    await author.put(`/api/blocks/${moderator.id}`),
    await author.put('/api/profile/experience', { title: word, company: 'Ours' }),
    await author.put('/api/profile/education', { school: word, degree: 'BSc' }),
    await author.put('/api/profile/projects', { name: word }),
    await author.post('/api/profile', { status: 'Developer', skills: `SQL, ${word}` }),
    await author.put('/api/notifications/mail', { like: 'daily' }),
    await author.post('/api/reports', { post: spam, reason: word }),
    await moderator.post('/api/admin/removals', { post: spam, reason: word }),
    await admin.put('/api/admin/site', { name: `All about ${word}` }),
    await admin.post('/api/invitations', { uses: 1, days: 1 }),
    await admin.post(`/api/admin/members/${member.id}/reset`),
  ]
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
  return { question, picture }
}

async function readEverything({ question, picture }: { question: string; picture: string }) {
  const paths = ['/api/posts', '/api/profile', '/api/tags', '/api/skills', '/api/site', '/api/search?q=why']
  const personalPaths = [
    '/api/auth',
    '/api/notifications',
    '/api/follows',
    '/api/bookmarks',
    '/api/notifications/mail',
  ]
  const ofPost = ['', '/comments', '/history'].map((path) => `/api/posts/${question}${path}`)
  const admins = ['members', 'reports', 'removals', 'log', 'figures', 'jobs'].map(
    (path) => `/api/admin/${path}`,
  )
  const readers: [Person, string[]][] = [
    [author, [...paths, ...personalPaths, ...ofPost, `/api/posts/${question}/helpers`, picture]],
    [
      member,
      [...personalPaths, '/api/posts?feed=following', '/api/posts?feed=questions', '/api/auth/removals'],
    ],
    [admin, [...admins, '/api/invitations', '/api/posts?tag=first']],
  ]
  const responses: Record<string, unknown> = {}
  for (const [who, asked] of readers) {
    for (const path of asked) {
      const { status, body } = await who.get(path)
      responses[`${who.name} ${path}`] = { status, body }
    }
  }
  return responses
}

async function countRows(): Promise<Record<string, number>> {
  const names = Object.keys(DISTRIBUTION).filter((name) => !['changes', 'attempts', 'jobs'].includes(name))
  const counts = names.map((name) => `select '${name}' as name, count(*)::int as count from ${name}`)
  const rows: { name: string; count: number }[] = []
  for (const count of counts) rows.push(...(await query<{ name: string; count: number }>(url, count)))
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

test.runIf(tried)(
  'what was done before a database is distributed is the same after, and so is what can be done',
  async () => {
    admin = await app.signUpAs('admin')
    moderator = await app.signUpAs('moderator')
    member = await app.signUpWithProfile('Member')
    author = await app.signUpWithProfile('Author')
    const first = await useEverything('first')
    const isIndexed = async () => (await author.get('/api/search?q=first')).body.length >= 2
    await until(isIndexed)
    const responses = await readEverything(first)
    const rows = await countRows()
    // Nobody has signed in through a provider.
    const { identities, suspended_likes, search_queue, search_people_queue, ...filled } = rows
    expect(Object.entries(filled).filter(([, count]) => count === 0)).toEqual([])

    expect(await dbDistribute(url, { shards: 4 })).toMatchObject(DISTRIBUTED)
    expect(await countRows()).toEqual(rows)
    expect(await readEverything(first)).toEqual(responses)

    const second = await useEverything('second')
    await until(async () => (await author.get('/api/search?q=second')).body.length >= 2)
    expect((await author.get(second.picture)).status).toBe(200)
    const suspend = await moderator.put(`/api/admin/suspensions/${member.id}`, { reason: 'Bad' })
    expect(suspend.status).toBe(200)
    await until(async () => (await author.get(`/api/posts/${second.question}`)).body.commentCount === 1)
    expect((await moderator.delete(`/api/admin/suspensions/${member.id}`)).status).toBe(200)
    await until(async () => (await author.get(`/api/posts/${second.question}`)).body.commentCount === 2)
    expect((await author.delete('/api/profile')).status).toBe(200)
    await until(async () => (await countRows()).likes === 0)
    const { notification_events, experience, pictures, posts } = await countRows()
    expect({ notification_events, experience, pictures, posts }).toEqual({
      notification_events: 0,
      experience: 0,
      pictures: expect.any(Number),
      posts: 2,
    })
  },
)
