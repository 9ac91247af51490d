import { sql } from 'kysely'
import type { Contact, Profile, ProfileChanges } from '../../../contract/profiles.ts'
import type { Queryable } from '../../database/database.ts'
import { isOneOf, isPostgres, lowerCase } from '../../database/expressions.ts'
import { LAST_ID, newId } from '../../ids.ts'
import type { Page } from '../../platform/http/paging.ts'
import { badToken, notFound } from '../../platform/http/refusals.ts'
import type { Settings } from '../../platform/process/settings.ts'
import { isOpenAccount } from '../accounts/queries.ts'
import { findMentioned, mentionedIn } from '../markdown/mentions.ts'
import type { Rendered } from '../markdown/renderer.ts'
import { queuePerson } from '../search-queue.ts'
import { profileAddedOrDeleted, profileEdited } from '../topics.ts'
import { visibleProfiles } from '../visibility.ts'
import { presentProfile } from './present.ts'

export function listProfiles(db: Queryable, { limit, before = LAST_ID }: Page) {
  return visibleProfiles(db)
    .select(['user_id as id', 'id as position'])
    .where('profiles.id', '<', before)
    .orderBy('profiles.id', 'desc')
    .limit(limit + 1)
    .execute()
}

export function findSizesOfProfiles(
  db: Queryable,
  userIds: string[],
): Promise<{ id: string; size: number }[]> {
  const size = sql<number>`octet_length(skills) + coalesce(octet_length(bio), 0) + octet_length(html) + (
      select coalesce(sum(octet_length(title) + octet_length(company) + coalesce(octet_length(description), 0)), 0)
      from experience where user_id = profiles.user_id
    ) + (
      select coalesce(sum(octet_length(school) + octet_length(degree) + coalesce(octet_length(description), 0)), 0)
      from education where user_id = profiles.user_id
    ) + (
      select coalesce(sum(octet_length(html) + coalesce(octet_length(description), 0)), 0)
      from projects where user_id = profiles.user_id
    )`
  return visibleProfiles(db)
    .select(['user_id as id', size.as('size')])
    .where(isOneOf(db, 'user_id', userIds))
    .execute()
}

export type LoadedProfile = Profile & { people: string[] }

export async function findProfiles(
  db: Queryable,
  settings: Settings,
  userIds: string[],
): Promise<Map<string, LoadedProfile>> {
  if (userIds.length === 0) return new Map()
  const rows = await visibleProfiles(db)
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .selectAll('profiles')
    .select(['users.name as user_name', 'users.handle as user_handle', 'users.email as user_email'])
    .select(['users.avatar_hash', 'users.role', 'users.code_host_account'])
    .where(isOneOf(db, 'profiles.user_id', userIds))
    .execute()
  const experience = await db
    .selectFrom('experience')
    .selectAll()
    .where(isOneOf(db, 'user_id', userIds))
    .execute()
  const education = await db
    .selectFrom('education')
    .selectAll()
    .where(isOneOf(db, 'user_id', userIds))
    .execute()
  const projects = await db
    .selectFrom('projects')
    .selectAll()
    .where(isOneOf(db, 'user_id', userIds))
    .orderBy('position')
    .orderBy('id')
    .execute()
  const experienceOf = Map.groupBy(experience, (row) => row.user_id)
  const educationOf = Map.groupBy(education, (row) => row.user_id)
  const projectsOf = Map.groupBy(projects, (row) => row.user_id)
  const people = await findMentioned(db, [...rows, ...projects])
  return new Map(
    rows.map((row) => {
      const profile = presentProfile(settings, row, people, {
        experience: experienceOf.get(row.user_id) ?? [],
        education: educationOf.get(row.user_id) ?? [],
        projects: projectsOf.get(row.user_id) ?? [],
      })
      const mentioned = [row, ...(projectsOf.get(row.user_id) ?? [])].flatMap(mentionedIn)
      return [row.user_id, { ...profile, people: [row.user_id, ...mentioned] }]
    }),
  )
}

export async function findContact(db: Queryable, userId: string): Promise<Contact | undefined> {
  const row = await visibleProfiles(db)
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['users.email', 'profiles.show_email'])
    .where('profiles.user_id', '=', userId)
    .executeTakeFirst()
  return row && { email: row.show_email === 'nobody' ? null : row.email }
}

export async function findCodeHostOwner(db: Queryable, name: string): Promise<string | undefined> {
  const row = await visibleProfiles(db)
    .select('user_id')
    .where(lowerCase(db, 'githubusername'), '=', name)
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirst()
  return row?.user_id
}

/** Includes hidden profiles, whose owners cannot create another. */
export async function hasProfile(db: Queryable, userId: string): Promise<boolean> {
  const row = await db.selectFrom('profiles').select('id').where('user_id', '=', userId).executeTakeFirst()
  return row !== undefined
}

export async function saveProfile(
  trx: Queryable,
  userId: string,
  changes: ProfileChanges,
  bio: Rendered | undefined,
): Promise<boolean> {
  const { skills, showEmail, ...rest } = changes
  const columns = {
    ...rest,
    ...bio,
    ...(skills && { skills: JSON.stringify(skills) }),
    ...(showEmail && { show_email: showEmail }),
  }
  if (Object.keys(columns).length === 0) return true
  const { numUpdatedRows } = await trx
    .updateTable('profiles')
    .set(columns)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) {
    await queuePerson(trx, userId)
    profileEdited(trx, userId)
    return true
  }
  const { status, skills: skillList } = columns
  if (!status || !skillList) return false
  await trx
    .insertInto('profiles')
    .values({ ...columns, status, skills: skillList, user_id: userId, id: newId() })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute()
  await queuePerson(trx, userId)
  profileAddedOrDeleted(trx, userId)
  return true
}

export const PROFILE_NOT_FOUND = 'There is no profile for this user'

export async function lockProfile(trx: Queryable, userId: string): Promise<void> {
  const row = await trx
    .selectFrom('profiles')
    .select('id')
    .where('user_id', '=', userId)
    .$if(isPostgres(trx), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (!row) throw (await isOpenAccount(trx, userId)) ? notFound(PROFILE_NOT_FOUND) : badToken()
}
