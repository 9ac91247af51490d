import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'
import { isOneOf, isOneOfRows } from '../../database/expressions.ts'
import type { DocumentKey } from '../search-queue.ts'
import { byAuthor, ofQuestion, withTag } from './filter-words.ts'
import { type End, type IndexRow, storeRows } from './full-text.ts'
import { wordsOf } from './tokenizer.ts'

export async function indexDocuments(trx: Queryable, keys: DocumentKey[], end: End): Promise<void> {
  const rows: IndexRow<number | null>[] = []
  for (const { post_id, id, number, user_id, text, tags, question } of await readDocuments(trx, keys)) {
    await setImmediate()
    const filters = [byAuthor(user_id), ofQuestion(question === 1), ...JSON.parse(tags).map(withTag)]
    const columns = { post_id, comment_id: id === post_id ? null : id }
    rows.push({ number, columns, words: [...wordsOf(text), ...filters] })
  }
  await storeRows(trx, 'search_documents', rows, end)
}

type Content = { user_id: string; text: string; tags: string; question: number }
type Document = DocumentKey & Content & { number: number | null }

async function readDocuments(db: Queryable, keys: DocumentKey[]): Promise<Document[]> {
  const ofPosts = keys.flatMap(({ post_id, id }) => (post_id === id ? id : []))
  const posts = sql<Document>`
    select posts.id as post_id, posts.id, posts.user_id, posts.text, posts.tags, posts.question, hit.number
    from posts left join search_documents as hit on hit.post_id = posts.id and hit.comment_id is null
    where ${isOneOf(db, 'posts.id', ofPosts)}`
  const ofComments = keys.filter(({ post_id, id }) => post_id !== id)
  const comments = sql<Document>`
    select comments.post_id, comments.id, comments.user_id, comments.text, posts.tags, posts.question, hit.number
    from (select * from comments where ${isOneOfRows(db, ['post_id', 'id'], ofComments)}) as comments
    join posts on posts.id = comments.post_id
    left join search_documents as hit on hit.post_id = comments.post_id and hit.comment_id = comments.id`
  const documents = ofPosts.length > 0 ? (await posts.execute(db)).rows : []
  if (ofComments.length > 0) documents.push(...(await comments.execute(db)).rows)
  return documents.sort(byId)
}

export async function documentsBefore(db: Queryable, before: string, limit: number): Promise<DocumentKey[]> {
  const older = sql`where id < ${before} order by id desc limit ${limit}`
  const posts = await sql<DocumentKey>`select id as post_id, id from posts ${older}`.execute(db)
  const comments = await sql<DocumentKey>`select post_id, id from comments ${older}`.execute(db)
  return [...posts.rows, ...comments.rows].sort(byId).reverse().slice(0, limit)
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
