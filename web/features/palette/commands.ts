import {
  Bell,
  Bookmark,
  BookOpen,
  Briefcase,
  CircleQuestionMark,
  Compass,
  Gauge,
  LogIn,
  type LucideIcon,
  MessagesSquare,
  PenLine,
  Search,
  Settings,
  Shield,
  UserRound,
  UserRoundPen,
  UserRoundPlus,
  UsersRound,
} from 'lucide-react'
import type { SignedInUser } from '../../app/state/auth-slice.ts'
import { ASK, WRITE } from '../../ui/routing/write-hash.ts'
import { addressOfFeed, FEED_TITLES, type FeedName } from '../posts/feeds.ts'
import type { Choice, Group } from './commands-and-hits.ts'

export type Command = Choice & { words?: string }

export type Commands = { actions: Command[]; places: Command[] }

const open = (text: string, to: string, icon: LucideIcon, words = ''): Command => ({
  key: to,
  text,
  to,
  icon,
  words,
})

const developers = open('Developers', '/profiles', UsersRound, 'people profiles members')
const posts = open('Posts', '/posts', MessagesSquare, 'feed')
const search = open('Search', '/search', Search, 'find')

export function commandsForGuest(may: { readPosts: boolean; search: boolean }): Commands {
  return {
    actions: [
      open('Sign in', '/login', LogIn, 'login'),
      open('Register', '/register', UserRoundPlus, 'sign up join'),
    ],
    places: [developers, ...(may.readPosts ? [posts] : []), ...(may.search ? [search] : [])],
  }
}

/** Servers without roles have only what is in the specification. */
export function commandsForMember({ _id, role, hasProfile }: SignedInUser): Commands {
  const knowsMore = role !== undefined
  return {
    actions: [
      open('Write a post', `/posts${WRITE}`, PenLine, 'new create'),
      ...(knowsMore ? [open('Ask a question', `/posts${ASK}`, CircleQuestionMark, 'new')] : []),
      ...(hasProfile === false ? toCreateProfile : toChangeProfile),
    ],
    places: [
      posts,
      ...(knowsMore ? feeds : []),
      developers,
      open('Dashboard', '/dashboard', Gauge),
      open('Your profile', `/profile/${_id}`, UserRound, 'my'),
      ...(knowsMore ? ownLists : []),
      open('Settings', '/settings', Settings, 'account password email sessions keyboard shortcuts'),
      ...(knowsMore && role !== 'member' ? [open('Admin', '/admin', Shield, 'moderation reports')] : []),
    ],
  }
}

const toCreateProfile = [open('Create your profile', '/create-profile', UserRoundPen)]
const toChangeProfile = [
  open('Add experience', '/add-experience', Briefcase, 'job work'),
  open('Add education', '/add-education', BookOpen, 'school degree'),
  open('Edit your profile', '/edit-profile', UserRoundPen, 'skills bio'),
]

const feed = (name: FeedName, words = '') =>
  open(`Posts: ${FEED_TITLES[name]}`, addressOfFeed({ name, tag: undefined }), Compass, words)
const feeds = [
  feed('following'),
  feed('questions'),
  feed('unanswered', 'open questions'),
  feed('for-me', 'questions my skills'),
]
const ownLists = [
  search,
  open('Notifications', '/notifications', Bell, 'unread bell'),
  open('Bookmarks', '/bookmarks', Bookmark, 'saved'),
]

/** Every typed word must be the prefix of a word. */
export function matching(groups: { name: string; choices: Command[] }[], typed: string): Group[] {
  const wanted = wordsOf(typed)
  return groups.map(({ name, choices }) => ({
    name,
    choices: choices.filter(({ text, words = '' }) => {
      const known = wordsOf(`${text} ${words}`)
      return wanted.every((start) => known.some((word) => word.startsWith(start)))
    }),
  }))
}

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean)
