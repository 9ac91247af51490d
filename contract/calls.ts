import { accountCalls } from './account-calls.ts'
import { blockCalls } from './block-calls.ts'
import { bookmarkCalls } from './bookmark-calls.ts'
import type { Call } from './call.ts'
import { eventCalls } from './event-calls.ts'
import { followCalls } from './follow-calls.ts'
import { invitationCalls } from './invitation-calls.ts'
import { mailCalls } from './mail-calls.ts'
import { matchingCalls } from './matching-calls.ts'
import { memberCalls } from './member-calls.ts'
import { moderationCalls } from './moderation-calls.ts'
import { notificationCalls } from './notification-calls.ts'
import { operationCalls } from './operation-calls.ts'
import { peopleCalls } from './people-calls.ts'
import { pictureCalls } from './picture-calls.ts'
import { postCalls } from './post-calls.ts'
import { profileCalls } from './profile-calls.ts'
import { recoveryCalls } from './recovery-calls.ts'
import { searchCalls } from './search-calls.ts'
import { signInCalls } from './sign-in-calls.ts'
import { siteCalls } from './site-calls.ts'
import { tagCalls } from './tag-calls.ts'
import { writingCalls } from './writing-calls.ts'

export type { Call }

/** The calls by feature, which is how the API document groups them. */
export const groups = [
  {
    name: 'Accounts',
    description: 'Registration, sign-in and sessions',
    calls: { ...accountCalls, ...recoveryCalls, ...signInCalls },
  },
  { name: 'Profiles', description: 'What developers say about themselves', calls: profileCalls },
  { name: 'People', description: 'Everyone with an account', calls: peopleCalls },
  { name: 'Posts', description: 'Posts, comments and likes', calls: postCalls },
  {
    name: 'Following',
    description: 'People and tags to follow, and bookmarks',
    calls: { ...followCalls, ...bookmarkCalls },
  },
  { name: 'Tags', description: 'What posts are about', calls: tagCalls },
  { name: 'Events', description: 'What happens while one is there', calls: eventCalls },
  { name: 'Search', description: 'Finding posts and people', calls: searchCalls },
  { name: 'Matching', description: 'Who could answer, and what to answer', calls: matchingCalls },
  { name: 'Pictures', description: 'Uploaded pictures and avatars', calls: pictureCalls },
  {
    name: 'Community',
    description: 'The settings of this community, and the roles in it',
    calls: { ...siteCalls, ...invitationCalls },
  },
  { name: 'Writing', description: 'Markdown, editing and earlier versions', calls: writingCalls },
  {
    name: 'Notifications',
    description: 'What others did that concerns you',
    calls: { ...notificationCalls, ...mailCalls },
  },
  { name: 'Mutes and blocks', description: 'Hiding other people, and keeping them away', calls: blockCalls },
  { name: 'Members', description: 'All members, for moderators', calls: memberCalls },
  { name: 'Moderation', description: 'Reports, removals and suspensions', calls: moderationCalls },
  {
    name: 'Operation',
    description: 'The audit log, figures and jobs of the community',
    calls: operationCalls,
  },
] satisfies { name: string; description: string; calls: Record<string, Call> }[]

type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

export type Calls = AllOf<(typeof groups)[number]['calls']>
export type CallName = keyof Calls

/** Every call of the API, by method and path. */
export const calls: Calls = Object.assign({}, ...groups.map((group) => group.calls))
