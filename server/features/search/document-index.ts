import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'
import { isOneOf, isOneOfEntries } from '../../database/expressions.ts'
import { byAuthor, ofQuestion, withTag } from './filter-words.ts'
import { storeRows } from './full-text.ts'
import { wordsOf } from './tokenize-in-ticks.ts'

/** The key of a post, whose ids are the same, or of a comment. */
export type DocumentKey = { post_id: string; id: string }

type Post = { id: string; user_id: string; text: string; tags: string; question: number }
type Document = { post: Post; id: string; user_id: string; text: string }

/** Posts and comments that are older than an id, newest first. */
export async function documentsBefore(
  db: Queryable,
  before: string | null,
  limit: number,
): Promise<DocumentKey[]> {
  const posts = await db
    .selectFrom('posts')
    .select(['id as post_id', 'id'])
    .$if(before !== null, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const comments = await db
    .selectFrom('comments')
    .select(['post_id', 'id'])
    .$if(before !== null, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return [...posts, ...comments].sort(newestFirst).slice(0, limit)
}

const newestFirst = (a: { id: string }, b: { id: string }) => (a.id < b.id ? 1 : -1)

/** The numbers of those posts and comments that are indexed, by their ids. */
export async function numbersOf(db: Queryable, keys: DocumentKey[]): Promise<Map<string, number>> {
  const ofPosts = isOneOf(
    db,
    'post_id',
    keys.map(({ post_id }) => post_id),
  )
  const ofComments = isOneOf(
    db,
    'comment_id',
    keys.map(({ id }) => id),
  )
  const rows = await db
    .selectFrom('search_documents')
    .select(['number', 'post_id', 'comment_id'])
    // Written out, so that either side is sought in the index.
    .where(sql<boolean>`((${ofPosts} and comment_id is null) or (${ofPosts} and ${ofComments}))`)
    .execute()
  return new Map(rows.map(({ number, post_id, comment_id }) => [comment_id ?? post_id, number]))
}

/** Indexes posts and comments, the first ones up to a number of characters, and returns the others. */
export async function indexDocuments<Key extends DocumentKey>(
  trx: Queryable,
  keys: Key[],
  characters: number,
  place: 'newest' | 'oldest',
): Promise<Key[]> {
  if (keys.length === 0) return []
  const numbers = await numbersOf(trx, keys)
  const documents = await readDocuments(trx, keys)
  const rows = []
  let left = characters
  let taken = 0
  for (const document of documents) {
    if (document && rows.length > 0 && document.text.length > left) break
    taken++
    if (!document) continue
    const { post, id, text } = document
    left -= text.length
    const columns = { post_id: post.id, comment_id: id === post.id ? null : id }
    rows.push({ id, number: numbers.get(id), columns, words: await wordsOfDocument(document) })
  }
  rows.sort(newestFirst).reverse()
  await storeRows(
    trx,
    'search_documents',
    rows.map(({ number, columns, words }) => ({ number, columns, words })),
    place,
  )
  return keys.slice(taken)
}

async function wordsOfDocument({ post, user_id, text }: Document): Promise<string[]> {
  const tags: string[] = JSON.parse(post.tags).map(withTag)
  return [...(await wordsOf(text)), byAuthor(user_id), ofQuestion(post.question === 1), ...tags]
}

/** The documents of these keys in their order; undefined for those that were deleted. */
async function readDocuments(db: Queryable, keys: DocumentKey[]): Promise<(Document | undefined)[]> {
  const postIds = keys.map(({ post_id }) => post_id)
  const posts = await db
    .selectFrom('posts')
    .select(['id', 'user_id', 'text', 'tags', 'question'])
    .where(isOneOf(db, 'id', postIds))
    .execute()
  const ofComments = keys.filter(({ post_id, id }) => id !== post_id)
  const comments =
    ofComments.length === 0
      ? []
      : await db
          .selectFrom('comments')
          .select(['id', 'user_id', 'text'])
          .where(isOneOfEntries(db, ofComments))
          .execute()
  const postById = new Map(posts.map((post) => [post.id, post]))
  const commentById = new Map(comments.map((comment) => [comment.id, comment]))
  return keys.map(({ post_id, id }) => {
    const post = postById.get(post_id)
    const written = id === post_id ? post : commentById.get(id)
    return post && written && { post, id, user_id: written.user_id, text: written.text }
  })
}
