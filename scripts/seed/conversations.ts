import { handleFromName } from '../../server/features/accounts/handle-from-name.ts'
import { moreNotes } from './content/notes-more.ts'
import { notes } from './content/notes-web.ts'
import { PERSONAS } from './content/personas.ts'
import { REMARKS } from './content/remarks.ts'
import { data } from './content/threads-data.ts'
import { devices } from './content/threads-devices.ts'
import { languages } from './content/threads-languages.ts'
import { page } from './content/threads-page.ts'
import { practice } from './content/threads-practice.ts'
import { script } from './content/threads-script.ts'
import { tools } from './content/threads-tools.ts'
import type { Member } from './members.ts'
import type { Random } from './random.ts'
import { readThreads, type Thread } from './read-content.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const FIRST_POST_AGE = 170 * DAY
const NEWEST_POST_AGE = 9 * MINUTE
const UNANSWERED_POSTS = 4

export type Message = { author: Member; at: number; text: string }
export type Comment = Message & { parent: number | undefined; accepted: boolean }
export type Conversation = Message & {
  isQuestion: boolean
  comments: Comment[]
  likes: { user: Member; at: number }[]
}

export const THREADS = [script, page, data, tools, languages, practice, devices, notes, moreNotes].flatMap(
  readThreads,
)

export function namedAuthors(): Set<string> {
  const named = THREADS.flatMap(({ author, replies }) => [author, ...replies.map((reply) => reply.author)])
  return new Set(named.filter((author) => author !== undefined))
}

export function generateConversations(members: Member[], random: Random, now: number): Conversation[] {
  const shuffled = random.shuffled(THREADS)
  const unanswered = shuffled.filter(({ replies }) => replies.length === 0).slice(0, UNANSWERED_POSTS)
  const ordered = [...shuffled.filter((thread) => !unanswered.includes(thread)), ...unanswered]
  const remarks = random.shuffled(REMARKS)

  return ordered.map((thread, i) => {
    const remaining = (ordered.length - i - random.next()) / ordered.length
    const age = Math.round(NEWEST_POST_AGE + FIRST_POST_AGE * remaining ** 2)
    const at = now - age
    const present = members.filter(({ joinedAt }) => joinedAt < at - HOUR)
    const author = findAuthor(thread, present, random)
    const others = present.filter((member) => member !== author)
    const comments = generateReplies(thread, author, others, random)
    if (comments.length === 0 && !unanswered.includes(thread) && random.chance(0.5)) {
      const texts = remarks.splice(0, random.between(1, 2))
      const commenters = random.weighted(others, ({ activity }) => activity)
      texts.forEach((text, n) => {
        comments.push({ author: commenters[n] ?? author, text, parent: undefined, accepted: false })
      })
    }
    return {
      author,
      at,
      text: thread.text,
      isQuestion: thread.isQuestion,
      comments: spreadOverTime(comments, at, age, random),
      likes: generateLikes(others, thread.replies.length, at, age, random),
    }
  })
}

function findAuthor(
  { topic, author: requested, replies }: Thread,
  present: Member[],
  random: Random,
): Member {
  const named = present.filter(({ handle, persona }) => handle === requested || persona === requested)
  const candidates = requested ? named : findExperts(topic, present, 1)
  const [author] = random.weighted(
    candidates.filter(({ handle }) => !replies.some((reply) => reply.author === handle)),
    ({ activity }) => activity,
  )
  if (!author) throw new Error(`No member can write about ${topic} as ${requested}`)
  return author
}

function findExperts(topic: string, present: Member[], needed: number): Member[] {
  const experienced = present.filter(({ years }) => years > 1)
  const experts = experienced.filter(({ persona }) =>
    (PERSONAS[persona].topics as readonly string[]).includes(topic),
  )
  return experts.length > needed ? experts : experienced
}

function generateReplies(
  { topic, isQuestion, replies }: Thread,
  author: Member,
  others: Member[],
  random: Random,
): Omit<Comment, 'at'>[] {
  const isSolved = isQuestion && replies.some((reply) => reply.author === 'op')
  const firstAnswer = replies.findIndex((reply) => reply.author !== 'op')
  let threadStart: number | undefined
  const named = new Set(replies.map((reply) => reply.author))
  const experts = findExperts(topic, others, replies.length).filter(({ handle }) => !named.has(handle))
  const queue = random.weighted(experts, ({ activity }) => activity)
  let previousAuthor = author
  return replies.map((reply, index) => {
    const member = reply.author ? others.find(({ handle }) => handle === reply.author) : queue.shift()
    const replier = reply.author === 'op' ? author : member
    if (!replier) throw new Error(`No member can reply: ${reply.text}`)
    const mention =
      replier === author && previousAuthor !== author ? `@${handleFromName(previousAuthor.name)} ` : ''
    previousAuthor = replier
    const isByAuthor = reply.author === 'op'
    if (!isByAuthor) threadStart = index
    return {
      author: replier,
      text: mention + reply.text,
      parent: isByAuthor ? threadStart : undefined,
      accepted: isSolved && index === firstAnswer,
    }
  })
}

function spreadOverTime(
  comments: Omit<Comment, 'at'>[],
  from: number,
  age: number,
  random: Random,
): Comment[] {
  let elapsed = 0
  const delays = comments.map(() => {
    elapsed += 3 * MINUTE * 10 ** (2.3 * random.next())
    return elapsed
  })
  const scale = Math.min(1, (0.9 * age) / Math.max(1, elapsed))
  return comments.map((comment, i) => ({ ...comment, at: from + Math.round((delays[i] ?? 0) * scale) }))
}

function generateLikes(others: Member[], depth: number, from: number, age: number, random: Random) {
  const popularity = (random.next() ** -0.6 - 1) * (depth > 1 ? 9 : 6)
  const shareOfReaders = 1 - Math.exp(-age / (6 * HOUR))
  const count = Math.min(Math.floor(popularity * shareOfReaders), Math.floor(0.85 * others.length))
  return random
    .weighted(others, ({ activity }) => activity)
    .slice(0, count)
    .map((user) => ({ user, at: from + Math.round(0.95 * Math.min(age, 20 * DAY) * random.next() ** 2) }))
}
