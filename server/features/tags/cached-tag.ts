import { sql } from 'kysely'
import { PEOPLE_OF_TAG } from '../../../contract/limits.ts'
import { Tag } from '../../../contract/tags.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/database.ts'
import { isOneOf } from '../../database/expressions.ts'
import { toJson } from '../../platform/cache/cached-response.ts'
import { findSummaries } from '../accounts/present.ts'
import { topicOf } from '../topics.ts'
import { visibleComments, visiblePostTags } from '../visibility.ts'
import { countTag } from './counts.ts'

export function cachedTag({ db, cache, settings }: Context, tag: string, withPeople: boolean) {
  return cache.response(`tag ${withPeople ? 'with people ' : ''}${tag}`, async () => {
    const count = await countTag(db.kysely, tag)
    if (count === 0) return undefined
    const { askers, answerers } = withPeople ? await findPeopleOfTag(db.kysely, tag) : NOBODY
    const people = await findSummaries(db.kysely, settings, [...askers, ...answerers])
    const summaries = (ids: string[]) => ids.flatMap((id) => people.get(id) ?? [])
    return {
      body: toJson(Tag, { tag, count, askers: summaries(askers), answerers: summaries(answerers) }),
      topics: [topicOf.tag(tag), ...[...askers, ...answerers].map(topicOf.person)],
    }
  })
}

const NOBODY = { askers: [], answerers: [] }

const QUESTIONS_CONSIDERED = 100

async function findPeopleOfTag(
  db: Queryable,
  tag: string,
): Promise<{ askers: string[]; answerers: string[] }> {
  const questions = await visiblePostTags(db)
    .select(['post_id', 'user_id'])
    .where('tag', '=', tag)
    .where(sql<boolean>`question = 1`)
    .orderBy('post_id', 'desc')
    .limit(QUESTIONS_CONSIDERED)
    .execute()
  const ids = questions.map(({ post_id }) => post_id)
  const accepted = await visibleComments(db)
    .select('user_id')
    .where(isOneOf(db, 'post_id', ids))
    .where(sql<boolean>`accepted = 1`)
    .orderBy('id', 'desc')
    .limit(QUESTIONS_CONSIDERED)
    .execute()
  return { askers: mostFrequent(questions), answerers: mostFrequent(accepted) }
}

function mostFrequent(rows: { user_id: string }[]): string[] {
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id)
  const users = [...byUser].sort(([, a], [, b]) => b.length - a.length).map(([id]) => id)
  return users.slice(0, PEOPLE_OF_TAG)
}
