import type { Profile } from '../../contract/profiles.ts'
import type { ListMemory } from '../ui/use-paged-list.ts'

/** The people who were found last. */
export const foundPeople: ListMemory<Profile> = new Map()

/** The profile of someone who was found, which can be shown until it is loaded anew. */
export function findFound(userId: string): Profile | undefined {
  for (const { items } of foundPeople.values()) {
    const found = items.find(({ user }) => user._id === userId)
    if (found) return found
  }
  return undefined
}
