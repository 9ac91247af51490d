import { type Conversation, imagineConversations, namedAuthors } from './conversations.ts'
import { imagineMembers, type Member } from './members.ts'
import { Random } from './random.ts'

/** Any number will do, as long as it stays: the same number makes the same community. */
const SEED = 2_718_281

export type Community = { members: Member[]; conversations: Conversation[] }

/** Everything that is going to be written; only the dates depend on `now`. */
export function imagineCommunity(now: number): Community {
  const random = new Random(SEED)
  const members = imagineMembers(random, now, namedAuthors())
  return { members, conversations: imagineConversations(members, random, now) }
}
