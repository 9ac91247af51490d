import type { Queryable } from '../database/database.ts'
import { isOneOf, isOneOfEntries } from '../database/expressions.ts'
import { storeWords, type WordsRow } from '../database/full-text.ts'
import { wordsOf } from './cut-in-ticks.ts'
import { byAuthor, ofQuestion, withTag } from './marked-words.ts'

export type EntryKey = { post_id: string; id: string }

/** How much is indexed in one transaction. A batch ends after so many characters: cutting them blocks other requests. */
export type BatchSize = { rows: number; characters: number }

type Post = { id: string; user_id: string; text: string; tags: string; question: number }

/** Indexes posts and comments, from the first on, and returns those that did not fit into a batch. */
export async function indexEntries<Key extends EntryKey>(
  trx: Queryable,
  keys: Key[],
  characters: number,
  indexingSince: string | undefined,
): Promise<Key[]> {
  if (keys.length === 0) return []
  const posts = await readPosts(trx, keys)
  const comments = await readComments(trx, keys)
  const rows: WordsRow[] = []
  let left = characters
  let taken = 0
  for (const { post_id, id } of keys) {
    const post = posts.get(post_id)
    const entry = id === post_id ? post : comments.get(id)
    if (entry && rows.length > 0 && entry.text.length > left) break
    taken++
    if (!post || !entry) continue
    left -= entry.text.length
    rows.push({ columns: { post_id, id }, words: await wordsOfEntry(post, entry) })
  }
  await storeWords(trx, 'search_entries', rows, indexingSince)
  return keys.slice(taken)
}

async function wordsOfEntry({ tags, question }: Post, { user_id, text }: { user_id: string; text: string }) {
  const words = await wordsOf(text)
  const withTags: string[] = JSON.parse(tags).map(withTag)
  return [...words, byAuthor(user_id), ofQuestion(question === 1), ...withTags]
}

async function readPosts(trx: Queryable, keys: EntryKey[]): Promise<Map<string, Post>> {
  const ids = keys.map(({ post_id }) => post_id)
  const rows = await trx
    .selectFrom('posts')
    .select(['id', 'user_id', 'text', 'tags', 'question'])
    .where(isOneOf(trx, 'id', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function readComments(trx: Queryable, keys: EntryKey[]) {
  const ofComments = keys.filter(({ post_id, id }) => id !== post_id)
  if (ofComments.length === 0) return new Map<string, never>()
  const rows = await trx
    .selectFrom('comments')
    .select(['id', 'user_id', 'text'])
    .where(isOneOfEntries(trx, ofComments))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
