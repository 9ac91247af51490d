import type { Queryable } from '../../database/database.ts'
import { visibleProfiles } from '../visibility.ts'

export function findPerson(db: Queryable, userId: string) {
  return (
    db
      .selectFrom('users')
      .select(['name', 'handle', 'avatar_hash'])
      .where('id', '=', userId)
      // Accounts that are being deleted have no email.
      .where('email', '!=', '')
      .where('suspended_until', 'is', null)
      .executeTakeFirst()
  )
}

export function listProfilesFrom(db: Queryable, from: string | undefined, limit: number) {
  return profilesFrom(db, from).select('user_id').limit(limit).execute()
}

export async function profileFurtherOn(db: Queryable, from: string | undefined, steps: number) {
  const row = await profilesFrom(db, from).select('id').limit(1).offset(steps).executeTakeFirst()
  return row?.id
}

function profilesFrom(db: Queryable, from: string | undefined) {
  return visibleProfiles(db)
    .$if(from !== undefined, (query) => query.where('id', '>=', from ?? ''))
    .orderBy('id')
}
