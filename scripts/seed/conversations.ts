import type { Member } from './members.ts'
import { moreNotes } from './notes-more.ts'
import { notes } from './notes-web.ts'
import { PERSONAS } from './personas.ts'
import type { Random } from './random.ts'
import { readThreads, type Thread } from './read-content.ts'
import { REMARKS } from './remarks.ts'
import { data } from './threads-data.ts'
import { devices } from './threads-devices.ts'
import { languages } from './threads-languages.ts'
import { page } from './threads-page.ts'
import { practice } from './threads-practice.ts'
import { script } from './threads-script.ts'
import { tools } from './threads-tools.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The first post is so old, the newest a few minutes; in between they come ever more often. */
const FIRST_POST = 170 * DAY
const NEWEST_POST = 9 * MINUTE
/** Posts so new have no answers yet. */
const FRESH_POSTS = 4

export type Message = { author: Member; at: number; text: string }
export type Conversation = Message & { comments: Message[]; likes: { user: Member; at: number }[] }

export const THREADS = [script, page, data, tools, languages, practice, devices, notes, moreNotes].flatMap(
  readThreads,
)

/** Who is named in a thread must be a member when it begins. */
export function namedAuthors(): Set<string> {
  const named = THREADS.flatMap(({ author, replies }) => [author, ...replies.map((reply) => reply.author)])
  return new Set(named.filter((author) => author !== undefined))
}

/** All that is said, the oldest post first. */
export function imagineConversations(members: Member[], random: Random, now: number): Conversation[] {
  const shuffled = random.shuffled(THREADS)
  const fresh = shuffled.filter(({ replies }) => replies.length === 0).slice(0, FRESH_POSTS)
  const inOrder = [...shuffled.filter((thread) => !fresh.includes(thread)), ...fresh]
  const remarks = random.shuffled(REMARKS)

  return inOrder.map((thread, i) => {
    const remaining = (inOrder.length - i - random.next()) / inOrder.length
    const age = Math.round(NEWEST_POST + FIRST_POST * remaining ** 2)
    const at = now - age
    const present = members.filter(({ joinedAt }) => joinedAt < at - HOUR)
    const author = findAuthor(thread, present, random)
    const others = present.filter((member) => member !== author)
    const words = imagineReplies(thread, author, others, random)
    if (words.length === 0 && !fresh.includes(thread) && random.chance(0.5)) {
      const said = remarks.splice(0, random.between(1, 2))
      const people = random.weighted(others, ({ activity }) => activity)
      said.forEach((text, n) => {
        words.push({ author: people[n] ?? author, text })
      })
    }
    return {
      author,
      at,
      text: thread.text,
      comments: overTime(words, at, age, random),
      likes: imagineLikes(others, thread.replies.length, at, age, random),
    }
  })
}

function findAuthor({ topic, author, replies }: Thread, present: Member[], random: Random): Member {
  const named = present.filter(({ handle, persona }) => handle === author || persona === author)
  const able = author ? named : experts(topic, present, 1)
  const [found] = random.weighted(
    able.filter(({ handle }) => !replies.some((reply) => reply.author === handle)),
    ({ activity }) => activity,
  )
  if (!found) throw new Error(`Nobody can write about ${topic} as ${author}`)
  return found
}

/** Who knows the topic, or everybody with some experience where too few do. */
function experts(topic: string, present: Member[], needed: number): Member[] {
  const experienced = present.filter(({ years }) => years > 1)
  const knowing = experienced.filter(({ persona }) =>
    (PERSONAS[persona].topics as readonly string[]).includes(topic),
  )
  return knowing.length > needed ? knowing : experienced
}

function imagineReplies({ topic, replies }: Thread, author: Member, others: Member[], random: Random) {
  const named = new Set(replies.map((reply) => reply.author))
  const knowing = experts(topic, others, replies.length).filter(({ handle }) => !named.has(handle))
  const queue = random.weighted(knowing, ({ activity }) => activity)
  return replies.map((reply) => {
    const someone = reply.author ? others.find(({ handle }) => handle === reply.author) : queue.shift()
    const who = reply.author === 'op' ? author : someone
    if (!who) throw new Error(`Nobody can reply: ${reply.text}`)
    return { author: who, text: reply.text }
  })
}

/** Each reply comes minutes to hours after the one before, and all of them before now. */
function overTime(words: Omit<Message, 'at'>[], from: number, age: number, random: Random): Message[] {
  let elapsed = 0
  const delays = words.map(() => {
    elapsed += 3 * MINUTE * 10 ** (2.3 * random.next())
    return elapsed
  })
  const squeeze = Math.min(1, (0.9 * age) / Math.max(1, elapsed))
  return words.map((word, i) => ({ ...word, at: from + Math.round((delays[i] ?? 0) * squeeze) }))
}

/** A few posts are liked by many and many by a few; what is new has had less time. */
function imagineLikes(others: Member[], depth: number, from: number, age: number, random: Random) {
  const popularity = (random.next() ** -0.6 - 1) * (depth > 1 ? 9 : 6)
  const seen = 1 - Math.exp(-age / (6 * HOUR))
  const count = Math.min(Math.floor(popularity * seen), Math.floor(0.85 * others.length))
  return random
    .weighted(others, ({ activity }) => activity)
    .slice(0, count)
    .map((user) => ({ user, at: from + Math.round(0.95 * Math.min(age, 20 * DAY) * random.next() ** 2) }))
}
