import type { PersonSummary } from '../../contract/people.ts'
import { avatarUrl } from '../accounts/avatars.ts'
import { presentHandle } from '../accounts/handles.ts'
import type { Tables } from '../database/tables.ts'
import type { Settings } from '../process/settings.ts'

type PersonRow = Pick<Tables['users'], 'id' | 'name' | 'handle' | 'avatar_hash'>

export function presentSummary(
  settings: Settings,
  { id, name, handle, avatar_hash }: PersonRow,
): PersonSummary {
  return { _id: id, name, handle: presentHandle(handle, id), avatar: avatarUrl(settings, avatar_hash) }
}
