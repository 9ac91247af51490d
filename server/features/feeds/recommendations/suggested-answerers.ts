import { SUGGESTED_ANSWERERS_LISTED } from '../../../../contract/limits.ts'
import type { SuggestedAnswerer } from '../../../../contract/search.ts'
import type { Context } from '../../../context.ts'
import type { Queryable } from '../../../database/database.ts'
import { isOneOf } from '../../../database/expressions.ts'
import { findMutedOrBlocked } from '../../accounts/blocks/queries.ts'
import { presentSummary } from '../../accounts/present.ts'
import { tagsOfSkill } from '../../tags/tag-names.ts'
import { visibleComments, visibleProfiles } from '../../visibility.ts'
import { findAnswerers } from './answers.ts'

const CANDIDATES = 300
const GROUP = 50
const COMMENTS_READ = 1_000

type Question = { id: string; user_id: string; tags: string[] }

export function suggestedAnswererFinder({ db, settings }: Context) {
  /** Leaves out users with a mute or block between them and the member or the author. */
  const withSkills = async (ids: string[], memberId: string, { user_id, tags }: Question) => {
    const rows = await findPeopleWithProfiles(db.kysely, ids)
    const people = new Map(
      rows.flatMap((row) => {
        const skills = matchingSkills(row.skills, tags)
        return skills.length > 0 ? [[row.id, { ...presentSummary(settings, row), skills }]] : []
      }),
    )
    const mutedOrBlocked = await findMutedOrBlocked(db.kysely, [memberId, user_id], [...people.keys()])
    return ids.flatMap((id) => (mutedOrBlocked.has(id) ? [] : (people.get(id) ?? [])))
  }

  return async (
    memberId: string,
    question: Question,
    findSkilled: () => Promise<string[]>,
  ): Promise<SuggestedAnswerer[]> => {
    const records = await findAnswerers(db.kysely, question.tags)
    const excluded = new Set([memberId, question.user_id, ...(await findCommenters(db.kysely, question.id))])
    const candidates = [...records.keys()].filter((id) => !excluded.has(id)).slice(0, CANDIDATES)
    const suggested: Omit<SuggestedAnswerer, 'answers'>[] = []
    for (
      let start = 0;
      start < candidates.length && suggested.length < SUGGESTED_ANSWERERS_LISTED;
      start += GROUP
    ) {
      suggested.push(...(await withSkills(candidates.slice(start, start + GROUP), memberId, question)))
    }
    if (suggested.length < SUGGESTED_ANSWERERS_LISTED) {
      for (const id of candidates) excluded.add(id)
      const skilled = await findSkilled()
      const newcomers = skilled.filter((id) => !excluded.has(id))
      suggested.push(...(await withSkills(newcomers, memberId, question)))
    }
    const scoreOf = ({ _id }: { _id: string }) => records.get(_id)?.score ?? 0
    return suggested
      .sort((a, b) => scoreOf(b) - scoreOf(a) || b.skills.length - a.skills.length)
      .slice(0, SUGGESTED_ANSWERERS_LISTED)
      .map((person) => ({ ...person, answers: records.get(person._id)?.answers ?? 0 }))
  }
}

function matchingSkills(json: string, tags: string[]): string[] {
  const skills: string[] = JSON.parse(json)
  return skills.filter((skill) => tagsOfSkill(skill).some((tag) => tags.includes(tag)))
}

export function findPeopleWithProfiles(db: Queryable, ids: string[]) {
  return visibleProfiles(db)
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['users.id', 'users.name', 'users.handle', 'users.avatar_hash', 'profiles.skills'])
    .where(isOneOf(db, 'profiles.user_id', ids))
    .where('users.email', '!=', '')
    .where('users.suspended_until', 'is', null)
    .execute()
}

async function findCommenters(db: Queryable, postId: string): Promise<string[]> {
  const newest = await visibleComments(db)
    .select('user_id')
    .where('post_id', '=', postId)
    .orderBy('id', 'desc')
    .limit(COMMENTS_READ)
    .execute()
  return newest.map(({ user_id }) => user_id)
}
