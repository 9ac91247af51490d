import type { Conversation } from './conversations.ts'
import type { Member } from './members.ts'
import { Random } from './random.ts'

// A separate seed leaves the rest of the community unchanged.
const SEED = 1_618_033
const MOST_FOLLOWED = 12
const MOST_BOOKMARKS = 8
const TAGS = ['sql', 'javascript', 'css', 'typescript', 'react', 'rust', 'git', 'linux']

export type Follows = {
  people: { user: Member; other: Member; at: number }[]
  tags: { user: Member; tag: string; at: number }[]
  bookmarks: { user: Member; conversation: Conversation; at: number }[]
}

export function generateFollows(members: Member[], conversations: Conversation[], now: number): Follows {
  const random = new Random(SEED)
  const between = (start: number) => Math.round(start + (now - start) * random.next())
  return {
    people: members.flatMap((user) => {
      const others = members.filter((other) => other !== user)
      const followed = random.weighted(others, ({ activity }) => activity ** 2)
      return followed
        .slice(0, random.between(2, MOST_FOLLOWED))
        .map((other) => ({ user, other, at: between(Math.max(user.joinedAt, other.joinedAt)) }))
    }),
    tags: members.flatMap((user) =>
      random.sample(TAGS, random.between(1, 4)).map((tag) => ({ user, tag, at: between(user.joinedAt) })),
    ),
    bookmarks: members.flatMap((user) =>
      random
        .sample(conversations, random.between(1, MOST_BOOKMARKS))
        .filter(({ author, at }) => author !== user && at > user.joinedAt)
        .map((conversation) => ({ user, conversation, at: between(conversation.at) })),
    ),
  }
}
