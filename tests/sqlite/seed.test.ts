import { afterAll, beforeAll, expect, test } from 'vitest'
import { readForm } from '../../contract/fields/form.ts'
import { NewEducation, NewExperience, NewProfile } from '../../contract/profiles.ts'
import { NewProject } from '../../contract/projects.ts'
import { generateCommunity } from '../../scripts/seed/community.ts'
import { DEMO_EMAIL, DEMO_PASSWORD, NotEmptyError, seed } from '../../scripts/seed/write.ts'
import { type Database, openDatabase } from '../../server/database/database.ts'
import { migrate } from '../../server/database/schema/migrate.ts'
import { newDatabase, startApp, type TestApp } from '../app.ts'

const TABLES = [
  ...(['users', 'profiles', 'experience', 'education', 'projects', 'posts', 'comments', 'likes'] as const),
  ...(['follows_people', 'follows_tags', 'bookmarks', 'notifications', 'notification_events'] as const),
]

let app: TestApp
let before: unknown
let rowCounts: Awaited<ReturnType<typeof seed>>
beforeAll(async () => {
  app = await startApp()
  before = (await app.call('GET', '/api/profile')).body
  rowCounts = await seed(app.db)
})
afterAll(() => app.stop())

test('the seed writes as many rows as it says', async () => {
  expect(await countRows(app.db)).toEqual(rowCounts)
  expect(rowCounts.users).toBeGreaterThan(100)
  expect(rowCounts.profiles).toBe(rowCounts.users)
  expect(rowCounts.posts).toBeGreaterThanOrEqual(150)
})

test('the seed keeps the counts of likes and comments exact', async () => {
  const posts = await app.db.kysely.selectFrom('posts').selectAll().execute()
  const likes = await app.db.kysely.selectFrom('likes').select('post_id').execute()
  const comments = await app.db.kysely.selectFrom('comments').select('post_id').execute()
  const likesOf = Map.groupBy(likes, (like) => like.post_id)
  const commentsOf = Map.groupBy(comments, (comment) => comment.post_id)
  for (const { id, like_count, comment_count } of posts) {
    expect(like_count).toBe(likesOf.get(id)?.length ?? 0)
    expect(comment_count).toBe(commentsOf.get(id)?.length ?? 0)
  }
})

test('the seed has questions, solved and open, and threads; all of it can be found', async () => {
  const { token } = (
    await app.call('POST', '/api/auth', { body: { email: DEMO_EMAIL, password: DEMO_PASSWORD } })
  ).body
  const read = async (path: string) => (await app.call('GET', path, { token })).body
  const questions = await read('/api/posts?feed=questions&limit=100')
  const solved = questions.filter((post: { solved: boolean }) => post.solved)
  expect(solved.length).toBeGreaterThan(20)
  expect(questions.length - solved.length).toBeGreaterThan(10)
  for (const { solved, comments } of questions) {
    expect(comments.some(({ accepted }: { accepted: boolean }) => accepted)).toBe(solved)
  }
  const replies = questions.flatMap(({ comments }: { comments: { parent: string | null }[] }) =>
    comments.filter(({ parent }) => parent !== null),
  )
  expect(replies.length).toBeGreaterThan(20)
  expect((await read('/api/posts?feed=for-me')).length).toBeGreaterThan(0)
  const tag = await read('/api/tags/sql')
  expect([tag.count > 5, tag.askers.length > 2, tag.answerers.length > 2]).toEqual([true, true, true])
})

test('the seed is rejected if there are users, and changes nothing', async () => {
  await expect(seed(app.db)).rejects.toThrow(NotEmptyError)
  expect(await countRows(app.db)).toEqual(rowCounts)
})

test('the seed writes the same community every time', async () => {
  const database = await newDatabase()
  const other = openDatabase(database.url)
  await migrate(other)
  await seed(other, Date.now() - 86_400_000)
  expect(await words(other)).toEqual(await words(app.db))
  await other.close()
  await database.drop?.()
})

test('the seed is what a running server serves', async () => {
  expect(before).toEqual([])
  const body = { email: DEMO_EMAIL, password: DEMO_PASSWORD }
  const { body: session } = await app.call('POST', '/api/auth', { body })
  const feed = await app.call('GET', '/api/posts', { token: session.token })
  expect(feed.status).toBe(200)
  expect(feed.body).toHaveLength(50)
  expect(feed.headers.get('link')).toContain('rel="next"')
  const { body: ada } = await app.call('GET', '/api/auth', { token: session.token })
  const { text } = await app.db.kysely
    .selectFrom('posts')
    .select('text')
    .where('text', 'like', '%/pictures/%')
    .executeTakeFirstOrThrow()
  for (const url of [ada.avatar, /\((.*)\)$/.exec(text)?.[1]]) {
    expect((await fetch(`${app.running.address}${url}`)).headers.get('content-type')).toBe('image/webp')
  }
  const { body: profile } = await app.call('GET', `/api/profile/user/${ada._id}`)
  expect(profile.projects).toHaveLength(3)
  expect(profile.projects[0]).toMatchObject({
    name: 'Slowlog',
    picture: expect.stringMatching(/^\/pictures/),
  })
  const profiles = await app.call('GET', '/api/profile')
  expect(profiles.body).toHaveLength(50)
})

const now = Date.now()
const { members, conversations } = generateCommunity(now)

test('the invented community is valid input for the forms', () => {
  for (const { profile, experience, education, projects } of members) {
    expect(readForm(NewProfile, profile)).toEqual({ value: profile, errors: [] })
    for (const job of experience) {
      expect(readForm(NewExperience, job)).toEqual({ value: job, errors: [] })
    }
    for (const study of education) {
      expect(readForm(NewEducation, study)).toEqual({ value: study, errors: [] })
    }
    for (const project of projects)
      expect(readForm(NewProject, project)).toEqual({ value: project, errors: [] })
  }
})

test('the invented community has no duplicate texts', () => {
  const texts = conversations.flatMap(({ text, comments }) => [text, ...comments.map((each) => each.text)])
  expect(new Set(texts).size).toBe(texts.length)
})

test('the invented community has dates in the right order: joined, wrote, got comments, now', () => {
  for (const { author, at, comments, likes } of conversations) {
    expect(author.joinedAt).toBeLessThan(at)
    for (const answer of comments) {
      expect(answer.author.joinedAt).toBeLessThan(answer.at)
      expect(answer.at).toBeGreaterThan(at)
      expect(answer.at).toBeLessThan(now)
    }
    for (const like of likes) {
      expect(like.at).toBeGreaterThanOrEqual(at)
      expect(like.at).toBeLessThan(now)
    }
  }
})

async function countRows({ kysely }: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of TABLES) {
    const { count } = await kysely
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    counts[table] = count
  }
  return counts
}

async function words({ kysely }: Database) {
  return {
    people: await kysely
      .selectFrom('users')
      .innerJoin('profiles', 'profiles.user_id', 'users.id')
      .select(['name', 'email', 'status', 'skills', 'bio', 'company'])
      .orderBy('profiles.id')
      .execute(),
    posts: await kysely
      .selectFrom('posts')
      .innerJoin('users', 'users.id', 'posts.user_id')
      .select(['name', 'text', 'like_count', 'comment_count'])
      .orderBy('posts.id')
      .execute(),
    comments: await kysely
      .selectFrom('comments')
      .innerJoin('users', 'users.id', 'comments.user_id')
      .select(['name', 'text'])
      .orderBy('comments.id')
      .execute(),
  }
}
