import type { Queryable } from '../database/database.ts'
import { isOneOf, isOneOfEntries } from '../database/expressions.ts'
import { storeWords, type WordsRow } from '../database/full-text.ts'
import { wordsOf } from './cut-in-ticks.ts'
import { byAuthor, ofQuestion, withTag } from './marked-words.ts'

export type EntryKey = { post_id: string; id: string }

/** How much is indexed in one transaction. A batch ends after so many characters: cutting them blocks other requests. */
export type BatchSize = { rows: number; characters: number }

type Post = { id: string; user_id: string; text: string; tags: string; question: number }
type Entry = { post: Post; id: string; user_id: string; text: string }

/** Indexes posts and comments, from the first on, and returns those that did not fit into a batch. */
export async function indexEntries<Key extends EntryKey>(
  trx: Queryable,
  keys: Key[],
  characters: number,
  indexingSince: string | undefined,
): Promise<Key[]> {
  if (keys.length === 0) return []
  const rows: WordsRow[] = []
  let left = characters
  let taken = 0
  for (const entry of await readEntries(trx, keys)) {
    if (entry && rows.length > 0 && entry.text.length > left) break
    taken++
    if (!entry) continue
    left -= entry.text.length
    rows.push({ columns: { post_id: entry.post.id, id: entry.id }, words: await wordsOfEntry(entry) })
  }
  await storeWords(trx, 'search_entries', rows, indexingSince)
  return keys.slice(taken)
}

export async function wordsOfEntry({ post, user_id, text }: Entry): Promise<string[]> {
  const words = await wordsOf(text)
  const withTags: string[] = JSON.parse(post.tags).map(withTag)
  return [...words, byAuthor(user_id), ofQuestion(post.question === 1), ...withTags]
}

/** The entries of these keys in their order; undefined for those that were deleted. */
export async function readEntries(db: Queryable, keys: EntryKey[]): Promise<(Entry | undefined)[]> {
  const posts = await readPosts(db, keys)
  const comments = await readComments(db, keys)
  return keys.map(({ post_id, id }) => {
    const post = posts.get(post_id)
    const written = id === post_id ? post : comments.get(id)
    return post && written && { post, id, user_id: written.user_id, text: written.text }
  })
}

async function readPosts(db: Queryable, keys: EntryKey[]): Promise<Map<string, Post>> {
  const ids = keys.map(({ post_id }) => post_id)
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'user_id', 'text', 'tags', 'question'])
    .where(isOneOf(db, 'id', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function readComments(db: Queryable, keys: EntryKey[]) {
  const ofComments = keys.filter(({ post_id, id }) => id !== post_id)
  if (ofComments.length === 0) return new Map<string, never>()
  const rows = await db
    .selectFrom('comments')
    .select(['id', 'user_id', 'text'])
    .where(isOneOfEntries(db, ofComments))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
