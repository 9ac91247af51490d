import { Tag } from '../../../contract/tags.ts'
import type { Context } from '../../context.ts'
import { topicOf } from '../../database/changes/topics.ts'
import { document } from '../../platform/cache/document.ts'
import { findSummaries } from '../accounts/people/summaries.ts'
import { countTag } from './counts.ts'
import { findPeopleOfTag } from './queries.ts'

/** Tags that posts have, with who asks and who answers. */
export function tagDocument({ db, cache, settings }: Context) {
  return document(cache, {
    schema: Tag,
    topic: topicOf.tag,
    async load(tags) {
      const found = new Map<string, Tag>()
      for (const tag of tags) {
        const count = await countTag(db.kysely, tag)
        if (count === 0) continue
        const { askers, answerers } = await findPeopleOfTag(db.kysely, tag)
        const people = await findSummaries(db.kysely, settings, [...askers, ...answerers])
        const summaries = (ids: string[]) => ids.flatMap((id) => people.get(id) ?? [])
        found.set(tag, { tag, count, askers: summaries(askers), answerers: summaries(answerers) })
      }
      return found
    },
    dependsOn: ({ askers, answerers }) => [...askers, ...answerers].map(({ _id }) => topicOf.person(_id)),
  })
}
