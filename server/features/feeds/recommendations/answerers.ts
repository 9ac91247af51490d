import { ANSWERERS_LISTED, MAX_LENGTH } from '../../../../contract/limits.ts'
import type { Answerer } from '../../../../contract/search.ts'
import type { Context } from '../../../context.ts'
import { findPageOfProfiles } from '../../profiles/cached-profiles.ts'
import { fold } from '../../search/tokenizer.ts'
import { tagsOfSkill } from '../../tags/tag-names.ts'
import { countAnswersIn } from './answers.ts'
import { findPeopleWithProfiles } from './suggested-answerers.ts'

const CANDIDATES = 50

export function answererFinder({ db, settings }: Context) {
  return async (skill: string): Promise<Answerer[]> => {
    const isStorable = skill.isWellFormed() && !skill.includes('\0') && skill.length <= MAX_LENGTH.skill
    const answers = await countAnswersIn(db.kysely, isStorable ? tagsOfSkill(skill) : [])
    const ranked = [...answers].sort(([, a], [, b]) => b.count - a.count).slice(0, CANDIDATES)
    if (ranked.length === 0) return []
    const candidates = await findPeopleWithProfiles(
      db.kysely,
      ranked.map(([id]) => id),
    )
    const hasSkill = (json: string) => JSON.parse(json).some((own: string) => fold(own) === fold(skill))
    const skilled = new Set(candidates.filter(({ skills }) => hasSkill(skills)).map(({ id }) => id))
    const listed = ranked.filter(([id]) => skilled.has(id)).slice(0, ANSWERERS_LISTED)
    const people = listed.map(([id]) => ({ id, position: id }))
    const { items } = await findPageOfProfiles(db.kysely, settings, people, ANSWERERS_LISTED)
    const counts = new Map(listed)
    return items.flatMap(({ value }) => {
      const count = counts.get(value.user._id)
      return count ? { profile: value, answers: count } : []
    })
  }
}
