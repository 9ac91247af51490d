import type { Selectable } from 'kysely'
import type { Role } from '../../../contract/access.ts'
import type { Education, Experience, Profile } from '../../../contract/profiles.ts'
import type { Project } from '../../../contract/projects.ts'
import type { Tables } from '../../database/schema/tables.ts'
import { dateOfId } from '../../ids.ts'
import type { Settings } from '../../platform/process/settings.ts'
import { badgeOf, presentSummary, provedUsername } from '../accounts/present.ts'
import { linkMentions, type People } from '../markdown/mentions.ts'

type ProfileRow = Selectable<Tables['profiles']> & {
  user_name: string
  user_handle: string | null
  avatar_hash: string
  user_email: string
  code_host_account: string | null
  role: Role
}
type Owner = Parameters<typeof presentSummary>[1] & { role: Role }
type ExperienceRow = Selectable<Tables['experience']>
type EducationRow = Selectable<Tables['education']>
type Parts = { experience: ExperienceRow[]; education: EducationRow[]; projects: ProjectRow[] }

export function presentProfile(
  settings: Settings,
  row: ProfileRow,
  people: People,
  { experience, education, projects }: Parts,
): Profile {
  const { twitter, facebook, youtube, linkedin, instagram } = row
  return {
    _id: row.id,
    user: presentOwner(settings, { ...row, id: row.user_id, name: row.user_name, handle: row.user_handle }),
    status: row.status,
    company: row.company,
    website: row.website,
    location: row.location,
    skills: JSON.parse(row.skills),
    githubusername: row.githubusername,
    ...(isProved(settings, row) && { githubVerified: true }),
    bio: row.bio,
    html: row.bio === null ? null : linkMentions(row, people),
    social: { twitter, facebook, youtube, linkedin, instagram },
    experience: experience.map(presentExperience).sort(asInCv),
    education: education.map(presentEducation).sort(asInCv),
    projects: projects.map((project) => presentProject(project, people)),
    showEmail: row.show_email,
    ...(row.show_email === 'public' && { email: row.user_email }),
    date: dateOfId(row.id),
  }
}

function isProved(settings: Settings, { githubusername, code_host_account }: ProfileRow): boolean {
  const proved = provedUsername(settings, code_host_account)
  return proved !== undefined && proved.toLowerCase() === githubusername?.toLowerCase()
}

export function presentOwner(settings: Settings, user: Owner): Profile['user'] {
  return { ...presentSummary(settings, user), ...badgeOf(user.role) }
}

function presentExperience(row: ExperienceRow): Experience {
  const { title, company, location } = row
  return { _id: row.id, title, company, location, ...presentPeriod(row), description: row.description }
}

function presentEducation(row: EducationRow): Education {
  const { school, degree, fieldofstudy } = row
  return { _id: row.id, school, degree, fieldofstudy, ...presentPeriod(row), description: row.description }
}

function presentPeriod({ from_date, to_date, current }: ExperienceRow | EducationRow) {
  return { from: from_date, to: to_date, current: current === 1 }
}

type Period = Pick<Experience, '_id' | 'from' | 'to' | 'current'>

export function asInCv(a: Period, b: Period): number {
  return (
    Number(isCurrent(b)) - Number(isCurrent(a)) ||
    compareText(b.from ?? '', a.from ?? '') ||
    compareText(b._id, a._id)
  )
}

function isCurrent({ from, to, current }: Period): boolean {
  return current || (from !== null && to === null)
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

type ProjectRow = Selectable<Tables['projects']>

function presentProject(row: ProjectRow, people: People): Project {
  const { name, url, source, description, picture } = row
  return {
    _id: row.id,
    name,
    url,
    source,
    description,
    html: description === null ? null : linkMentions(row, people),
    picture,
    skills: JSON.parse(row.skills),
    from: row.from_date,
    to: row.to_date,
  }
}
