import type { Selectable } from 'kysely'
import type { Role } from '../../../contract/access.ts'
import type { Education, Experience, Profile } from '../../../contract/profiles.ts'
import type { Tables } from '../../database/schema/tables.ts'
import { dateOfId } from '../../ids.ts'
import type { Settings } from '../../platform/process/settings.ts'
import { avatarUrl } from '../accounts/avatars.ts'
import { presentHandle } from '../accounts/handles.ts'
import { badgeOf } from '../accounts/roles.ts'
import type { People } from '../markdown/mentions.ts'
import { presentHtml } from '../markdown/rendered.ts'
import { type ProjectRow, presentProject } from './projects/present.ts'

type ProfileRow = Selectable<Tables['profiles']> & {
  user_name: string
  user_handle: string | null
  avatar_hash: string
  user_email: string
  role: Role
}
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
    user: {
      _id: row.user_id,
      name: row.user_name,
      handle: presentHandle(row.user_handle, row.user_id),
      avatar: avatarUrl(settings, row.avatar_hash),
      ...badgeOf(row.role),
    },
    status: row.status,
    company: row.company,
    website: row.website,
    location: row.location,
    skills: JSON.parse(row.skills),
    githubusername: row.githubusername,
    bio: row.bio,
    html: row.bio === null ? null : presentHtml({ ...row, text: row.bio }, people),
    social: { twitter, facebook, youtube, linkedin, instagram },
    experience: experience.toSorted(asInCv).map(presentExperience),
    education: education.toSorted(asInCv).map(presentEducation),
    projects: projects.map((project) => presentProject(project, people)),
    showEmail: row.show_email,
    ...(row.show_email === 'public' && { email: row.user_email }),
    date: dateOfId(row.id),
  }
}

function presentExperience(row: ExperienceRow): Experience {
  const { title, company, location } = row
  return { _id: row.id, title, company, location, ...presentPeriod(row), description: row.description }
}

function presentEducation(row: EducationRow): Education {
  const { school, degree, fieldofstudy } = row
  return { _id: row.id, school, degree, fieldofstudy, ...presentPeriod(row), description: row.description }
}

type Period = Pick<ExperienceRow, 'id' | 'from_date' | 'to_date' | 'current'>

function presentPeriod({ from_date, to_date, current }: Period) {
  return { from: from_date, to: to_date, current: current === 1 }
}

/** Among equals, the one that was added later comes first. */
function asInCv(a: Period, b: Period): number {
  return (
    Number(isCurrent(b)) - Number(isCurrent(a)) ||
    compareText(b.from_date ?? '', a.from_date ?? '') ||
    compareText(b.id, a.id)
  )
}

function isCurrent({ from_date, to_date, current }: Period): boolean {
  return current === 1 || (from_date !== null && to_date === null)
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
