import type { Role } from '../../../contract/access.ts'
import type { BadgeRole, PersonSummary } from '../../../contract/accounts.ts'
import type { Queryable } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'
import type { Tables } from '../../database/schema/tables.ts'
import type { Settings } from '../../platform/process/settings.ts'

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

export function avatarUrl({ avatarUrl }: Settings, avatarHash: string): string {
  if (avatarHash.startsWith('/')) return avatarHash
  return `${avatarUrl}/${avatarHash}?s=200&r=pg&d=404`
}

/** Accounts of earlier versions have no handle until `giveHandles` reaches them. */
export function presentHandle(handle: string | null, userId: string): string {
  return handle ?? userId
}

export function badgeOf(role: Role): { badge?: BadgeRole } {
  return role === 'member' ? {} : { badge: role }
}

/** The name on the code host whose repositories profiles show. */
export function provedUsername({ codeHost }: Settings, account: string | null): string | undefined {
  const prefix = `${codeHost.accounts}/`
  return account?.startsWith(prefix) ? account.slice(prefix.length) : undefined
}
