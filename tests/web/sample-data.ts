import type { User } from '../../contract/accounts.ts'
import type { Comment, Post } from '../../contract/posts.ts'
import type { Profile } from '../../contract/profiles.ts'
import type { Page } from '../../web/app/api/request.ts'

const date = '2026-11-15T02:30:00.000Z'

export const ada: User = {
  _id: 'ada',
  name: 'Ada Lin',
  handle: 'ada-lin',
  email: 'ada@example.com',
  avatar: '',
  date,
  hasProfile: true,
  role: 'member',
  muted: [],
  blocked: [],
  emailConfirmed: false,
}

const author = { name: 'Ada Lin', handle: 'ada-lin', avatar: '', user: 'ada' }

export function post(_id: string, changes: Partial<Post> = {}): Post {
  const empty = { tags: [], likes: [], likeCount: 0, comments: [], commentCount: 0 }
  return { ...writing(_id, `Post ${_id}`), ...empty, question: false, solved: false, ...changes }
}

export function comment(_id: string): Comment {
  return { ...writing(_id, `Comment ${_id}`), parent: null, accepted: false }
}

function writing(_id: string, text: string) {
  return { _id, text, html: `<p>${text}</p>`, ...author, date, version: 1, edited: null }
}

export function profile(userId: string, changes: Partial<Profile> = {}): Profile {
  return {
    _id: `profile-of-${userId}`,
    user: { _id: userId, name: userId, handle: userId, avatar: '' },
    status: 'Developer',
    company: null,
    website: null,
    location: null,
    skills: ['HTML'],
    githubusername: null,
    bio: null,
    html: null,
    social: { twitter: null, facebook: null, youtube: null, linkedin: null, instagram: null },
    experience: [],
    education: [],
    projects: [],
    showEmail: 'nobody',
    date,
    ...changes,
  }
}

export function page<Item>(items: Item[]): Page<Item> {
  return { items, next: null }
}
