import { MAX_CREDENTIALS, MAX_PROJECTS, MAX_SKILLS } from '../../../../contract/limits.ts'
import type { NewEducation, NewExperience, Profile, ProfileChanges } from '../../../../contract/profiles.ts'
import type { NewProject } from '../../../../contract/projects.ts'
import type { AddedFromResume } from '../../../../contract/resume.ts'
import { invalid } from '../../../platform/http/refusals.ts'
import type { ReadResume } from './read.ts'

const MAX_IGNORED = 100

export type ResumeImport = {
  changes: ProfileChanges
  work: NewExperience[]
  education: NewEducation[]
  projects: NewProject[]
  added: AddedFromResume
  ignored: string[]
}

export function planImport(
  user: { name: string; email: string },
  profile: Profile | undefined,
  resume: ReadResume,
): ResumeImport {
  const ignored = new Set(resume.ignored)
  for (const field of ['name', 'email'] as const) {
    const value = resume.account[field]
    if (value && value !== user[field]) ignored.add(`basics.${field}`)
  }
  const basics = profile ? emptyFields(profile, resume.basics, ignored) : resume.basics
  const ownSkills = new Set(profile?.skills.map((skill) => skill.toLowerCase()))
  const newSkills = resume.skills.filter((skill) => !ownSkills.has(skill.toLowerCase()))
  const skills = newSkills.slice(0, MAX_SKILLS - ownSkills.size)
  noteRest('skills', newSkills.length - skills.length, MAX_SKILLS, ignored)
  if (!profile && skills.length === 0) throw invalid({ msg: 'Skills is required', field: 'skills' })

  const pick = <Item>(section: Section<Item>, existing: Item[] = []) => {
    const { name, items, max, keyOf } = section
    const fresh = withoutExisting(items, existing.map(keyOf), keyOf)
    const added = fresh.slice(0, Math.max(max - existing.length, 0))
    noteRest(name, fresh.length - added.length, max, ignored)
    return added
  }
  const work = pick<NewExperience>(
    { name: 'work', items: resume.work, max: MAX_CREDENTIALS, keyOf: keyOfJob },
    profile?.experience,
  )
  const education = pick<NewEducation>(
    { name: 'education', items: resume.education, max: MAX_CREDENTIALS, keyOf: keyOfStudy },
    profile?.education,
  )
  const projects = pick<NewProject>(
    { name: 'projects', items: resume.projects, max: MAX_PROJECTS, keyOf: keyOfProject },
    profile?.projects,
  )
  return {
    changes: {
      ...(!profile && { status: 'Developer' }),
      ...basics,
      ...(skills.length > 0 && { skills: [...(profile?.skills ?? []), ...skills] }),
    },
    work: work.toReversed(),
    education: education.toReversed(),
    projects,
    added: {
      work: work.length,
      education: education.length,
      skills: skills.length,
      projects: projects.length,
    },
    ignored: firstOf(ignored),
  }
}

type Section<Item> = { name: string; items: Item[]; max: number; keyOf: (item: Item) => string }

const key = (...texts: (string | null)[]) => JSON.stringify(texts.map((text) => text?.trim().toLowerCase()))
const keyOfJob = ({ title, company, from }: NewExperience) => key(title, company, from)
const keyOfStudy = ({ school, degree, from }: NewEducation) => key(school, degree, from)
const keyOfProject = ({ name }: NewProject) => key(name)

function withoutExisting<Item>(items: Item[], existingKeys: string[], keyOf: (item: Item) => string): Item[] {
  const remaining = new Map<string, number>()
  for (const key of existingKeys) remaining.set(key, (remaining.get(key) ?? 0) + 1)
  return items.filter((item) => {
    const count = remaining.get(keyOf(item)) ?? 0
    remaining.set(keyOf(item), count - 1)
    return count <= 0
  })
}

const PATHS: Partial<Record<keyof ProfileChanges, string>> = {
  status: 'basics.label',
  bio: 'basics.summary',
  website: 'basics.url',
  location: 'basics.location',
  company: 'basics.company',
}

function emptyFields(profile: Profile, basics: ProfileChanges, ignored: Set<string>): ProfileChanges {
  const current = { ...profile, ...profile.social }
  const fields = Object.entries(basics) as [keyof typeof current, string][]
  const isFilled = (field: keyof typeof current) => current[field] !== null && current[field] !== ''
  for (const [field, value] of fields) {
    if (value && isFilled(field) && current[field] !== value) {
      ignored.add(`${PATHS[field as keyof ProfileChanges] ?? 'basics.profiles'}: already in your profile`)
    }
  }
  return Object.fromEntries(fields.filter(([field, value]) => value && !isFilled(field)))
}

function noteRest(section: string, count: number, max: number, ignored: Set<string>): void {
  if (count > 0) ignored.add(`${section}: ${count} more, of which no more than ${max} can be kept`)
}

function firstOf(ignored: Set<string>): string[] {
  const more = ignored.size - MAX_IGNORED
  return [...ignored].slice(0, MAX_IGNORED).concat(more > 0 ? [`and ${more} more`] : [])
}
