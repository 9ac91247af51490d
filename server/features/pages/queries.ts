import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'
import { isVisible } from '../../database/hidden.ts'

const BIO_START = 400
const TEXT_START = 600

export type Subject = NonNullable<Awaited<ReturnType<typeof findSubject>>>

export function findSubject(db: Queryable, userId: string) {
  return (
    db
      .selectFrom('users')
      .leftJoin('profiles', 'profiles.user_id', 'users.id')
      .select(['users.id', 'users.name', 'users.handle', 'users.avatar_hash', 'profiles.id as profile_id'])
      .select(['status', 'company', 'location', 'skills', 'website'])
      .select(['twitter', 'facebook', 'youtube', 'linkedin', 'instagram'])
      .select(sql<string | null>`substr(bio, 1, ${sql.lit(BIO_START)})`.as('bio'))
      .where('users.id', '=', userId)
      // Accounts that are being deleted have no email.
      .where('email', '!=', '')
      .where('suspended_until', 'is', null)
      .executeTakeFirst()
  )
}

export function findPreviewedPost(db: Queryable, id: string) {
  return db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.user_id')
    .select(['posts.user_id', 'posts.question', 'users.name', 'users.avatar_hash'])
    .select(sql<string>`substr(posts.text, 1, ${sql.lit(TEXT_START)})`.as('text'))
    .where('posts.id', '=', id)
    .where(isVisible('posts'))
    .executeTakeFirst()
}

export function listProfilesFrom(db: Queryable, from: string | undefined, limit: number) {
  return profilesFrom(db, from).select('user_id').limit(limit).execute()
}

export async function profileFurtherOn(db: Queryable, from: string | undefined, steps: number) {
  const row = await profilesFrom(db, from).select('id').limit(1).offset(steps).executeTakeFirst()
  return row?.id
}

function profilesFrom(db: Queryable, from: string | undefined) {
  return db
    .selectFrom('profiles')
    .where(isVisible('profiles'))
    .$if(from !== undefined, (query) => query.where('id', '>=', from ?? ''))
    .orderBy('id')
}
