import {
  Bell,
  Bookmark,
  BookOpen,
  Briefcase,
  CircleQuestionMark,
  Compass,
  Gauge,
  LogIn,
  LogOut,
  type LucideIcon,
  MessagesSquare,
  Moon,
  PenLine,
  Search,
  Settings,
  Shield,
  Sun,
  UserRound,
  UserRoundPen,
  UserRoundPlus,
  UsersRound,
} from 'lucide-react'
import type { SignedInUser } from '../../app/state/auth-slice.ts'
import { useAppDispatch, useAppSelector } from '../../app/state/store.ts'
import { useSite } from '../../app/state/use-site.ts'
import { switchTheme, useIsDark } from '../../ui/layout/theme-switch.tsx'
import { ASK, WRITE } from '../../ui/routing/use-go.ts'
import { logOut } from '../accounts/session.ts'
import { addressOfFeed, FEED_TITLES, type FeedName } from '../posts/feeds.ts'
import { useMaySearch } from '../search/use-may-search.ts'

export type Choice = {
  key: string
  text: string
  note?: string
  excerpt?: string
  person?: { _id: string; name: string; avatar: string }
  icon?: LucideIcon
} & ({ to: string; run?: never } | { run: () => void; to?: never })

export type Group = { name: string; choices: Choice[] }

type Command = Choice & { words?: string }

type Commands = { actions: Command[]; places: Command[] }

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

function commandsForGuest(may: { readPosts: boolean; search: boolean }): Commands {
  return {
    actions: [
      open('Sign in', '/login', LogIn, 'login'),
      open('Register', '/register', UserRoundPlus, 'sign up join'),
    ],
    places: [developers, ...(may.readPosts ? [posts] : []), ...(may.search ? [search] : [])],
  }
}

function commandsForMember({ _id, role, hasProfile }: SignedInUser, isExtended: boolean): Commands {
  return {
    actions: [
      open('Write a post', `/posts${WRITE}`, PenLine, 'new create'),
      ...(isExtended ? [open('Ask a question', `/posts${ASK}`, CircleQuestionMark, 'new')] : []),
      ...(hasProfile === false ? toCreateProfile : toChangeProfile),
    ],
    places: [
      posts,
      ...(isExtended ? feeds : []),
      developers,
      open('Dashboard', '/dashboard', Gauge),
      open('Your profile', `/profile/${_id}`, UserRound, 'my'),
      ...(isExtended ? ownLists : []),
      open('Settings', '/settings', Settings, 'account password email sessions keyboard shortcuts'),
      ...(isExtended && role !== 'member' ? [open('Admin', '/admin', Shield, 'moderation reports')] : []),
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

export function useCommands(): { name: string; choices: Command[] }[] {
  const { actions, places } = useOwnCommands()
  const theme = useThemeCommand()
  const dispatch = useAppDispatch()
  const isMember = useAppSelector((state) => state.auth.isAuthenticated === true)
  const end: Command = {
    key: 'log out',
    text: 'Sign out',
    words: 'logout sign leave',
    icon: LogOut,
    run: () => dispatch(logOut()),
  }
  return [
    { name: 'Actions', choices: [...actions, theme, ...(isMember ? [end] : [])] },
    { name: 'Go to', choices: places },
  ]
}

function useOwnCommands(): Commands {
  const { user, isAuthenticated } = useAppSelector((state) => state.auth)
  const { isExtended, reading } = useSite()
  const readPosts = reading === 'public'
  const { posts: search } = useMaySearch()
  if (user) return commandsForMember(user, isExtended)
  return isAuthenticated === false ? commandsForGuest({ readPosts, search }) : { actions: [], places: [] }
}

function useThemeCommand(): Command {
  const isDark = useIsDark()
  return {
    key: 'theme',
    text: isDark ? 'Use the light theme' : 'Use the dark theme',
    words: 'change switch colors appearance',
    icon: isDark ? Sun : Moon,
    run: switchTheme,
  }
}

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
