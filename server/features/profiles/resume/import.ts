import { MAX_CREDENTIALS, MAX_PROJECTS, MAX_SKILLS } from '../../../../contract/limits.ts'
import type { Profile, ProfileChanges } from '../../../../contract/profiles.ts'
import type { AddedFromResume } from '../../../../contract/resume.ts'
import type { Queryable } from '../../../database/database.ts'
import { invalid } from '../../../platform/http/refusals.ts'
import type { Rendered } from '../../markdown/rendered.ts'
import { addCredentials } from '../credentials.ts'
import { addProjects, type RenderedProject } from '../projects/queries.ts'
import { saveProfile } from '../queries.ts'
import type { ReadResume } from './read.ts'

export type RenderedResume = Omit<ReadResume, 'projects'> & { bio: Rendered; projects: RenderedProject[] }

/** Fills what is empty and adds what is new. `profile` is the current one, locked if it exists. */
export async function addResume(
  trx: Queryable,
  userId: string,
  profile: Profile | undefined,
  resume: RenderedResume,
): Promise<AddedFromResume> {
  const { ignored } = resume
  const changes = profile ? emptyFields(profile, resume) : resume.basics
  const known = new Set(profile?.skills.map((skill) => skill.toLowerCase()))
  const newSkills = resume.skills.filter((skill) => !known.has(skill.toLowerCase()))
  const skills = newSkills.slice(0, MAX_SKILLS - known.size)
  noteRest('skills', newSkills.length - skills.length, MAX_SKILLS, ignored)
  if (!profile && skills.length === 0) throw invalid({ msg: 'Skills is required', field: 'skills' })
  await saveProfile(
    trx,
    userId,
    {
      ...(!profile && { status: 'Developer' }),
      ...changes,
      ...(skills.length > 0 && { skills: [...(profile?.skills ?? []), ...skills] }),
    },
    changes.bio ? resume.bio : undefined,
  )

  const limits = { work: MAX_CREDENTIALS, education: MAX_CREDENTIALS, projects: MAX_PROJECTS }
  const pick = <Item>(
    section: keyof typeof limits,
    items: Item[],
    existing: unknown[],
    keyOf: KeyOf<Item>,
  ) => {
    const fresh = withoutKnown(items, existing.map(keyOf as KeyOf<unknown>), keyOf)
    const added = fresh.slice(0, Math.max(limits[section] - existing.length, 0))
    noteRest(section, fresh.length - added.length, limits[section], ignored)
    return added
  }
  const work = pick('work', resume.work, profile?.experience ?? [], keyOfJob)
  const education = pick('education', resume.education, profile?.education ?? [], keyOfStudy)
  const newProjects = pick(
    'projects',
    resume.projects.map((project) => ({ ...project, name: project.fields.name })),
    profile?.projects ?? [],
    keyOfProject,
  )
  // Of credentials with the same dates, the one that was added last comes first.
  await addCredentials(trx, userId, { table: 'experience', fields: work.toReversed() })
  await addCredentials(trx, userId, { table: 'education', fields: education.toReversed() })
  await addProjects(trx, userId, newProjects)
  return {
    work: work.length,
    education: education.length,
    skills: skills.length,
    projects: newProjects.length,
  }
}

type KeyOf<Item> = (item: Item) => string

const key = (...texts: (string | null)[]) => JSON.stringify(texts.map((text) => text?.trim().toLowerCase()))
const keyOfJob = (job: { title: string; company: string; from: string | null }) =>
  key(job.title, job.company, job.from)
const keyOfStudy = (study: { school: string; degree: string; from: string | null }) =>
  key(study.school, study.degree, study.from)
const keyOfProject = (project: { name: string }) => key(project.name)

/** A key that occurs twice in the document and once in the profile is added once more. */
function withoutKnown<Item>(items: Item[], known: string[], keyOf: KeyOf<Item>): Item[] {
  const left = new Map<string, number>()
  for (const each of known) left.set(each, (left.get(each) ?? 0) + 1)
  return items.filter((item) => {
    const count = left.get(keyOf(item)) ?? 0
    left.set(keyOf(item), count - 1)
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

function emptyFields(profile: Profile, { basics, ignored }: RenderedResume): ProfileChanges {
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
