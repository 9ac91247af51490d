import { accountCalls, blockCalls, memberCalls, peopleCalls } from './accounts.ts'
import type { Call } from './call.ts'
import { eventCalls } from './events.ts'
import { bookmarkCalls, followCalls } from './feeds.ts'
import { moderationCalls, operationCalls } from './moderation.ts'
import { mailCalls } from './notification-mail.ts'
import { notificationCalls } from './notifications.ts'
import { pictureCalls } from './pictures.ts'
import { editingCalls, postCalls } from './posts.ts'
import { profileCalls } from './profiles.ts'
import { resumeCalls } from './resume.ts'
import { matchingCalls, searchCalls } from './search.ts'
import { invitationCalls, recoveryCalls, registrationCalls, signInCalls } from './sign-in.ts'
import { siteCalls } from './site.ts'
import { tagCalls } from './tags.ts'

export type { Call }

export const groups = [
  {
    name: 'Accounts',
    description: 'Registration, sign-in and sessions',
    calls: { ...accountCalls, ...recoveryCalls, ...signInCalls },
  },
  {
    name: 'Profiles',
    description: 'What developers say about themselves',
    calls: { ...profileCalls, ...resumeCalls },
  },
  { name: 'People', description: 'Everyone with an account', calls: peopleCalls },
  { name: 'Posts', description: 'Posts, comments and likes', calls: postCalls },
  {
    name: 'Following',
    description: 'People and tags to follow, and bookmarks',
    calls: { ...followCalls, ...bookmarkCalls },
  },
  { name: 'Tags', description: 'What posts are about', calls: tagCalls },
  { name: 'Events', description: 'A live stream of changes', calls: eventCalls },
  { name: 'Search', description: 'Finding posts and people', calls: searchCalls },
  { name: 'Matching', description: 'Who could answer, and what to answer', calls: matchingCalls },
  { name: 'Pictures', description: 'Uploaded pictures and avatars', calls: pictureCalls },
  {
    name: 'Community',
    description: 'The settings of this community, and the roles in it',
    calls: { ...siteCalls, ...invitationCalls },
  },
  { name: 'Writing', description: 'Markdown, editing and earlier versions', calls: editingCalls },
  {
    name: 'Notifications',
    description: 'What others did that concerns you',
    calls: { ...notificationCalls, ...mailCalls },
  },
  { name: 'Mutes and blocks', description: 'Hiding other people, and keeping them away', calls: blockCalls },
  {
    name: 'Members',
    description: 'All members, for moderators',
    calls: { ...memberCalls, ...registrationCalls },
  },
  { name: 'Moderation', description: 'Reports, removals and suspensions', calls: moderationCalls },
  {
    name: 'Operation',
    description: 'The audit log, counts and jobs of the community',
    calls: operationCalls,
  },
] satisfies { name: string; description: string; calls: Record<string, Call> }[]

type AllOf<Union> = (Union extends unknown ? (value: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

export type Calls = AllOf<(typeof groups)[number]['calls']>
export type CallName = keyof Calls

export const calls: Calls = Object.assign({}, ...groups.map((group) => group.calls))
