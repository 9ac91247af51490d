import type { PersonSummary } from '../../../../contract/accounts.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import type { Settings } from '../../../platform/process/settings.ts'
import { avatarUrl } from '../avatars.ts'
import { presentHandle } from '../handles.ts'

type PersonRow = Pick<Tables['users'], 'id' | 'name' | 'handle' | 'avatar_hash'>

export function presentSummary(
  settings: Settings,
  { id, name, handle, avatar_hash }: PersonRow,
): PersonSummary {
  return { _id: id, name, handle: presentHandle(handle, id), avatar: avatarUrl(settings, avatar_hash) }
}
