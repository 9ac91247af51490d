import type { Queryable } from '../../database/database.ts'
import { visibleProfiles } from '../visibility.ts'

export function listProfilesFrom(db: Queryable, from: string | undefined, limit: number) {
  return profilesFrom(db, from).select('user_id').limit(limit).execute()
}

export async function findProfileAfter(db: Queryable, from: string | undefined, steps: number) {
  const row = await profilesFrom(db, from).select('id').limit(1).offset(steps).executeTakeFirst()
  return row?.id
}

function profilesFrom(db: Queryable, from: string | undefined) {
  return visibleProfiles(db)
    .$if(from !== undefined, (query) => query.where('id', '>=', from ?? ''))
    .orderBy('id')
}
