import type { Insertable } from 'kysely'
import { recordChanges } from '../../server/database/changes/changes.ts'
import type { Database, Queryable } from '../../server/database/database.ts'
import { isUniqueViolation } from '../../server/database/faults.ts'
import type { Tables } from '../../server/database/schema/tables.ts'
import { giveHandleBatch } from '../../server/features/accounts/handles.ts'
import { HashQueue } from '../../server/features/accounts/passwords.ts'
import { avatarHash, emailKey } from '../../server/features/accounts/queries.ts'
import { restartIndex } from '../../server/features/search/indexer.ts'
import { addMissingTags } from '../../server/features/tags/post-tags.ts'
import { idAt } from '../../server/ids.ts'
import { CommandError } from '../command.ts'
import { type Community, generateCommunity } from './community.ts'
import type { Member } from './members.ts'
import { notificationsOf } from './notifications.ts'
import { drawPictures, insertPictures } from './pictures.ts'
import { renderTexts } from './render-texts.ts'

export const DEMO_EMAIL = 'ada@example.com'
export const DEMO_PASSWORD = 'developer'

const MINUTE = 60_000
const WITH_AVATAR = [DEMO_EMAIL, 'sanne@example.com']
/** Statements have a maximum number of parameters. */
const BATCH = 500

/** In insertion order: referenced tables come first. */
type Rows = { [Table in SeededTable]: Insertable<Tables[Table]>[] }
type SeededTable =
  | ('users' | 'profiles' | 'experience' | 'education' | 'projects' | 'posts' | 'comments' | 'likes')
  | ('follows_people' | 'follows_tags' | 'bookmarks')
  | ('notifications' | 'notification_events')

export class NotEmptyError extends CommandError {
  constructor({ location }: Database) {
    super(`The database at ${location} already has users, so nothing was written. Seed an empty database.`)
  }
}

export async function seed(db: Database, now = Date.now()): Promise<Record<keyof Rows, number>> {
  const communityRows = rowsOf(generateCommunity(now), await new HashQueue().hash(DEMO_PASSWORD, 'localhost'))
  const demo = communityRows.users.find(({ email }) => email === DEMO_EMAIL)
  const rows: Rows = { ...communityRows, ...notificationsOf(demo?.id ?? '', communityRows, now) }
  const pictures = await drawPictures(WITH_AVATAR)
  try {
    await db.transaction(async (trx) => {
      const existingUser = await trx.selectFrom('users').select('id').limit(1).executeTakeFirst()
      if (existingUser) throw new NotEmptyError(db)
      for (const table of Object.keys(rows) as (keyof Rows)[]) await insertAll(trx, table, rows[table])
      while (!(await giveHandleBatch(trx)).done);
      await insertPictures(trx, pictures)
      await renderTexts(trx)
      await addTags(trx, rows.posts)
      await restartIndex(trx)
      recordChanges(trx, 'all')
    })
  } catch (error) {
    throw isUniqueViolation(error) ? new NotEmptyError(db) : error
  }
  return mapValues(rows, ({ length }) => length)
}

async function addTags(trx: Queryable, posts: Rows['posts']): Promise<void> {
  const ids = posts.map(({ id }) => id)
  for (let start = 0; start < ids.length; start += BATCH) {
    await addMissingTags(trx, ids.slice(start, start + BATCH))
  }
}

async function insertAll<Table extends keyof Rows>(trx: Queryable, table: Table, rows: Rows[Table]) {
  for (let start = 0; start < rows.length; start += BATCH) {
    await trx
      .insertInto(table as keyof Tables)
      .values(rows.slice(start, start + BATCH))
      .execute()
  }
}

type NotificationTable = 'notifications' | 'notification_events'

function rowsOf(
  { members, conversations, follows }: Community,
  passwordHash: string,
): Omit<Rows, NotificationTable> {
  const ids = new Map(members.map((member) => [member, idAt(member.joinedAt)]))
  const idOf = (member: Member) => ids.get(member) ?? ''
  const posts = conversations.map((conversation) => ({
    ...conversation,
    id: idAt(conversation.at),
    commentIds: conversation.comments.map(({ at }) => idAt(at)),
  }))
  const postIds = new Map(conversations.map((conversation, index) => [conversation, posts[index]?.id ?? '']))
  return {
    users: members.map((member) => userRow(member, idOf(member), passwordHash)),
    profiles: members.map((member) => profileRow(member, idOf(member))),
    experience: members.flatMap((member) =>
      member.experience.map(({ title, company, location, ...rest }, i) => ({
        ...credential(member, idOf(member), rest, i),
        title,
        company,
        location,
      })),
    ),
    education: members.flatMap((member) =>
      member.education.map(({ school, degree, fieldofstudy, ...rest }, i) => ({
        ...credential(member, idOf(member), rest, i),
        school,
        degree,
        fieldofstudy,
      })),
    ),
    projects: members.flatMap((member) =>
      member.projects.map(({ skills, from, to, ...project }, index) => ({
        ...project,
        user_id: idOf(member),
        id: idAt(member.joinedAt + (20 + index) * MINUTE),
        position: index + 1,
        skills: JSON.stringify(skills),
        from_date: from,
        to_date: to,
        html: '',
        render_version: 0,
        mentions: '[]',
      })),
    ),
    posts: posts.map(({ id, author, text, isQuestion, likes, comments }) => ({
      id,
      user_id: idOf(author),
      text,
      question: isQuestion ? 1 : 0,
      like_count: likes.length,
      comment_count: comments.length,
      accepted_count: comments.filter(({ accepted }) => accepted).length,
    })),
    comments: posts.flatMap(({ id, comments, commentIds }) =>
      comments.map(({ author, text, parent, accepted }, index) => ({
        id: commentIds[index] ?? '',
        post_id: id,
        user_id: idOf(author),
        text,
        parent_id: parent === undefined ? null : (commentIds[parent] ?? null),
        accepted: accepted ? 1 : 0,
      })),
    ),
    likes: posts.flatMap(({ id, likes }) =>
      likes.map(({ user, at }) => ({ post_id: id, user_id: idOf(user), id: idAt(at) })),
    ),
    follows_people: follows.people.map(({ user, other, at }) => ({
      user_id: idOf(user),
      other_id: idOf(other),
      id: idAt(at),
    })),
    follows_tags: follows.tags.map(({ user, tag, at }) => ({ user_id: idOf(user), tag, id: idAt(at) })),
    bookmarks: follows.bookmarks.map(({ user, conversation, at }) => ({
      post_id: postIds.get(conversation) ?? '',
      user_id: idOf(user),
      id: idAt(at),
    })),
  }
}

function userRow({ name, email }: Member, id: string, passwordHash: string): Rows['users'][number] {
  const email_key = emailKey(email)
  const avatar_hash = avatarHash(email)
  return { id, name, email, email_key, avatar_hash, password_hash: passwordHash }
}

function profileRow({ profile, joinedAt }: Member, userId: string): Rows['profiles'][number] {
  const { skills, showEmail: show_email, ...rest } = profile
  const id = idAt(joinedAt + 4 * MINUTE)
  return { ...rest, skills: JSON.stringify(skills), show_email, user_id: userId, id }
}

type Period = { from: string | null; to: string | null; current: boolean; description: string | null }

function credential({ joinedAt }: Member, userId: string, period: Period, index: number) {
  return {
    id: idAt(joinedAt + (6 + index) * MINUTE),
    user_id: userId,
    from_date: period.from,
    to_date: period.to,
    current: period.current ? 1 : 0,
    description: period.description,
  }
}

function mapValues<Key extends string, From, To>(
  record: Record<Key, From>,
  change: (value: From) => To,
): Record<Key, To> {
  return Object.fromEntries(
    Object.entries<From>(record).map(([key, value]) => [key, change(value)]),
  ) as Record<Key, To>
}
