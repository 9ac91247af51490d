import { mayCall } from '../../../contract/access.ts'
import { tagText } from '../../../contract/fields/queries.ts'
import type { App } from '../../context.ts'
import { tagOldPosts } from './backfill.ts'
import { cachedTag } from './cached-tag.ts'
import { listTags } from './counts.ts'

export function addTags({ serve, context }: App): void {
  tagOldPosts(context)

  serve('GET /api/tags', ({ query: { prefix } }) => listTags(context.db.kysely, prefix))

  serve('GET /api/tags/:tag', async ({ request, params }) => {
    const tag = tagText(params.tag)
    const unused = { tag, count: 0, askers: [], answerers: [] }
    if (!tag.isWellFormed() || tag.includes('\0')) return { ...unused, tag: tag.toWellFormed() }
    return (await cachedTag(context, tag, mayCall('profile-reader', request.caller))) ?? unused
  })
}
