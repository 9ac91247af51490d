import { Hash, MessageSquare, Wrench } from 'lucide-react'
import type { Hit } from '../../contract/search.ts'
import { call, callPage, requireList } from '../client.ts'
import { asApiError } from '../outcome.ts'
import { addressOfFeed } from '../posts/feeds.ts'
import { addressOfSkill } from '../profiles/address-of-skill.ts'
import { readProfile } from '../profiles/read-profile.ts'
import { addressOfHit, authorsOfHit, kindOfHit } from '../search/hits.ts'
import type { Choice } from './choices.ts'

const MOST = { people: 5, tags: 4, skills: 3, posts: 5 }

/** Where to look; people can be found where posts cannot be read. */
export type Scope = { people: boolean; posts: boolean }

type FoundPost = Choice & { authors: string[] }

export type Found = { people: Choice[]; tags: Choice[]; skills: Choice[]; posts: FoundPost[] }

/** What the server finds for a text; undefined if it does not answer. */
export async function find(typed: string, scope: Scope, signal: AbortSignal): Promise<Found | undefined> {
  const tag = typed.replace(/^#/, '')
  const [people, tags, skills, posts] = await Promise.all([
    orUnanswered(scope.people ? findPeople(typed, scope, signal) : []),
    orUnanswered(scope.posts && tag ? findTags(tag, signal) : []),
    orUnanswered(scope.people ? findSkills(typed, signal) : []),
    orUnanswered(scope.posts ? findPosts(typed, signal) : []),
  ])
  if (!people && !tags && !skills && !posts) return undefined
  return { people: people ?? [], tags: tags ?? [], skills: skills ?? [], posts: posts ?? [] }
}

async function orUnanswered<Found>(asked: Found | Promise<Found>): Promise<Found | undefined> {
  try {
    return await asked
  } catch (error) {
    asApiError(error)
    return undefined
  }
}

/** Members do not find those whom they have blocked. */
async function findPeople(q: string, scope: Scope, signal: AbortSignal): Promise<Choice[]> {
  const sent = { limit: MOST.people, signal }
  const { items } = scope.posts
    ? await callPage('GET /api/search', { ...sent, filters: { q, in: 'people' } })
    : await callPage('GET /api/profile', { ...sent, filters: { q } })
  return items.flatMap((item) => {
    if ('excerpt' in item) return []
    const { user } = readProfile(item, null)
    const note = user.handle ? `@${user.handle}` : undefined
    return { key: user._id, text: user.name, note, person: user, to: `/profile/${user._id}` }
  })
}

async function findTags(prefix: string, signal: AbortSignal): Promise<Choice[]> {
  const tags = requireList(await call('GET /api/tags', { query: { prefix }, signal }))
  return tags.slice(0, MOST.tags).map(({ tag, count }) => {
    const to = addressOfFeed({ name: 'all', tag })
    return { key: to, text: `#${tag}`, note: counted(count, 'post'), to, icon: Hash }
  })
}

async function findSkills(prefix: string, signal: AbortSignal): Promise<Choice[]> {
  const skills = requireList(await call('GET /api/skills', { query: { prefix }, signal }))
  return skills.slice(0, MOST.skills).map(({ skill, count }) => {
    const to = addressOfSkill(skill)
    return { key: to, text: skill, note: counted(count, 'developer'), to, icon: Wrench }
  })
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

async function findPosts(q: string, signal: AbortSignal): Promise<FoundPost[]> {
  const { items } = await callPage('GET /api/search', { limit: MOST.posts, filters: { q }, signal })
  return items.flatMap((item) => ('excerpt' in item ? asChoice(item) : []))
}

function asChoice(hit: Hit): FoundPost {
  const { name } = hit.comment ?? hit.post
  const to = addressOfHit(hit)
  return {
    key: to,
    text: name,
    note: kindOfHit(hit),
    excerpt: hit.excerpt,
    icon: MessageSquare,
    authors: authorsOfHit(hit),
    to,
  }
}
