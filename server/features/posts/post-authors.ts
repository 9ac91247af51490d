import type { Context } from '../../context.ts'
import { lookup } from '../../platform/cache/lookup.ts'
import { findAuthorOfPost } from './queries.ts'

/** Finds who wrote a post, whether or not it is shown. That never changes, so it depends on nothing. */
export function postAuthorFinder({ db, answers }: Context): (postId: string) => Promise<string | undefined> {
  return lookup(answers, {
    load: async (postId) => (await findAuthorOfPost(db.kysely, postId))?.user_id,
    dependsOn: () => [],
  })
}
