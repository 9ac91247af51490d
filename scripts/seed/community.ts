import { type Conversation, generateConversations, namedAuthors } from './conversations.ts'
import { type Follows, generateFollows } from './follows.ts'
import { generateMembers, type Member } from './members.ts'
import { Random } from './random.ts'

const SEED = 2_718_281

export type Community = { members: Member[]; conversations: Conversation[]; follows: Follows }

export function generateCommunity(now: number): Community {
  const random = new Random(SEED)
  const members = generateMembers(random, now, namedAuthors())
  const conversations = generateConversations(members, random, now)
  return { members, conversations, follows: generateFollows(members, conversations, now) }
}
