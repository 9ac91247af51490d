// What each page says about itself: the server writes it into the first HTML, and the page keeps it up to date
// while the reader moves on. Free of dependencies, so the page can ship it.

export const SITE = {
  name: 'Developer Connector',
  description: 'Create a developer profile/portfolio, share posts and get help from other developers',
} as const

export type Head = { title: string; description: string }

type PageHead = {
  title: string
  description?: string
  access: 'anyone' | 'member'
}

/** Every page by its path, in which `:id` stands for one segment. What only members see says nothing particular. */
export const PAGE_HEADS = {
  '/': { title: SITE.name, access: 'anyone' },
  '/login': { title: 'Sign In', access: 'anyone' },
  '/register': { title: 'Sign Up', access: 'anyone' },
  '/profiles': {
    title: 'Developers',
    description: 'Browse developers by what they do and know: their skills, experience and projects',
    access: 'anyone',
  },
  '/profile/:id': { title: 'Profile', access: 'anyone' },
  '/dashboard': { title: 'Dashboard', access: 'member' },
  '/settings': { title: 'Settings', access: 'member' },
  '/create-profile': { title: 'Create Profile', access: 'member' },
  '/edit-profile': { title: 'Edit Profile', access: 'member' },
  '/add-experience': { title: 'Add Experience', access: 'member' },
  '/add-education': { title: 'Add Education', access: 'member' },
  '/edit-experience/:id': { title: 'Edit Experience', access: 'member' },
  '/edit-education/:id': { title: 'Edit Education', access: 'member' },
  '/posts': { title: 'Posts', access: 'member' },
  '/posts/:id': { title: 'Post', access: 'member' },
} as const satisfies Record<string, PageHead>

export type PagePath = keyof typeof PAGE_HEADS

export function headOf(path: PagePath): Head {
  const { title, description = SITE.description }: PageHead = PAGE_HEADS[path]
  return { title, description }
}

/** What is shown of a person to those who see only the head of their page. */
export type Described = {
  name: string
  status: string
  company: string | null
  location: string | null
  bio: string | null
}

export function profileHead({ name, status, company, location, bio }: Described): Head {
  const job = company ? `${status} at ${company}` : status
  const facts = [job, location].filter(Boolean).join(' · ')
  return { title: name, description: shorten(bio ? `${facts}. ${bio}` : `${name}, ${facts}`) }
}

/** Someone without a profile. */
export function personHead(name: string): Head {
  return { title: name, description: `${name} is a member of ${SITE.name}` }
}

/** What the tab and search results say. */
export function fullTitle(title: string): string {
  return title === SITE.name ? title : `${title} · ${SITE.name}`
}

const LONGEST_DESCRIPTION = 160

/** One line, without half a character at its end. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= LONGEST_DESCRIPTION) return line
  return `${line.slice(0, LONGEST_DESCRIPTION - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
