import { tagText } from '../../../contract/fields/queries.ts'

/** Tags of several words are written together or with hyphens. */
export function tagsOfSkill(skill: string): string[] {
  const text = tagText(skill)
  return [...new Set([text.replace(/\s+/g, '-'), text.replace(/\s+/g, '')])]
}
