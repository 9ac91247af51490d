import { recordChanges } from '../../database/changes/changes.ts'
import type { Queryable } from '../../database/database.ts'
import type { Kind } from '../markdown/old-texts.ts'
import { queueComments, queueDocument } from '../search-queue.ts'
import { replaceTags } from '../tags/post-tags.ts'
import { topicOf } from '../topics.ts'

export const TEXTS_OF_POSTS: Kind[] = [
  {
    table: 'posts',
    key: ['id'],
    text: 'text',
    topics: ({ id = '' }) => [topicOf.post(id)],
    storeTags: (trx, { id = '' }, tags) => storeTags(trx, id, tags),
  },
  {
    table: 'comments',
    key: ['post_id', 'id'],
    text: 'text',
    topics: ({ post_id = '' }) => [topicOf.post(post_id)],
  },
  { table: 'post_versions', key: ['post_id', 'version'], text: 'text', topics: () => [] },
  { table: 'comment_versions', key: ['post_id', 'comment_id', 'version'], text: 'text', topics: () => [] },
]

async function storeTags(trx: Queryable, id: string, tags: string[]): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('posts')
    .set({ tags: JSON.stringify(tags) })
    .where('id', '=', id)
    .where('tags', '!=', JSON.stringify(tags))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  recordChanges(trx, ...(await replaceTags(trx, [{ id, tags }])))
  // Searches find a post and its comments by its tags.
  await queueDocument(trx, id, id)
  await queueComments(trx, id)
}
