import type { Context } from '../../context.ts'
import { BATCH, inBatches } from '../../database/batches.ts'
import { recordChanges } from '../../database/changes/changes.ts'
import type { Queryable } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'
import { addMissingTags } from './post-tags.ts'

/** A migration adds this job for posts from before tags had a table. */
export function tagOldPosts({ db, jobs }: Context): void {
  jobs.define<Record<string, never>>('tag-posts', {
    atOnce: 1,
    run: async (_payload, { signal }) => {
      let before: string | undefined
      await inBatches(async () => {
        signal.throwIfAborted()
        const posts = await nextPosts(db.kysely, before)
        const tagged = posts.filter(({ tags }) => tags !== '[]').map(({ id }) => id)
        if (tagged.length > 0) await db.transaction((trx) => tagPosts(trx, tagged))
        before = posts.at(-1)?.id
        return { done: posts.length < BATCH }
      })
    },
  })
}

function nextPosts(db: Queryable, before: string | undefined) {
  return db
    .selectFrom('posts')
    .select(['id', 'tags'])
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(BATCH)
    .execute()
}

async function tagPosts(trx: Queryable, ids: string[]): Promise<void> {
  // An update to the same value locks the rows.
  await trx
    .updateTable('posts')
    .set(({ ref }) => ({ tags: ref('tags') }))
    .where(isOneOf(trx, 'id', ids))
    .execute()
  recordChanges(trx, ...(await addMissingTags(trx, ids)))
}
