import type { PersonSummary } from '../../../../contract/accounts.ts'
import type { Queryable } from '../../../database/database.ts'
import { isOneOf } from '../../../database/expressions.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import type { Settings } from '../../../platform/process/settings.ts'
import { avatarUrl } from '../avatars.ts'
import { presentHandle } from '../handles.ts'

export async function findSummaries(
  db: Queryable,
  settings: Settings,
  ids: string[],
): Promise<Map<string, PersonSummary>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'handle', 'avatar_hash'])
    .where(isOneOf(db, 'id', ids))
    .where('email', '!=', '')
    .where('suspended_until', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, presentSummary(settings, row)]))
}

type PersonRow = Pick<Tables['users'], 'id' | 'name' | 'handle' | 'avatar_hash'>

export function presentSummary(
  settings: Settings,
  { id, name, handle, avatar_hash }: PersonRow,
): PersonSummary {
  return { _id: id, name, handle: presentHandle(handle, id), avatar: avatarUrl(settings, avatar_hash) }
}
