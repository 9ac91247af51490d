import { SOCIAL_NETWORKS } from '../../../../contract/limits.ts'
import type { Education, Experience, Profile } from '../../../../contract/profiles.ts'
import type { Project } from '../../../../contract/projects.ts'
import type { Resume } from '../../../../contract/resume.ts'
import type { Settings } from '../../../platform/process/settings.ts'
import { CODE_HOST_APIS } from '../code-host-apis.ts'

const SCHEMA = 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json'

export const NETWORK_NAMES = {
  twitter: 'Twitter',
  facebook: 'Facebook',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
  instagram: 'Instagram',
} as const satisfies Record<(typeof SOCIAL_NETWORKS)[number], string>

export function resumeOf(profile: Profile, settings: Settings): Resume {
  return {
    $schema: SCHEMA,
    basics: {
      name: profile.user.name,
      label: profile.status,
      image: imageOf(profile.user.avatar, settings.publicUrl),
      email: profile.email,
      url: asUri(profile.website),
      summary: profile.bio ?? undefined,
      company: profile.company ?? undefined,
      location: { city: profile.location ?? undefined },
      profiles: [...codeHostAccount(profile, settings), ...socialAccounts(profile)],
    },
    work: profile.experience.map(workOf),
    education: profile.education.map(educationOf),
    skills: profile.skills.map((name) => ({ name })),
    projects: profile.projects.map(projectOf),
  }
}

function imageOf(avatar: string, publicUrl: string | undefined): string | undefined {
  if (!avatar.startsWith('/')) return avatar
  return publicUrl && `${publicUrl}${avatar}`
}

function codeHostAccount({ githubusername: username }: Profile, { codeHost: { kind, url } }: Settings) {
  if (username === null) return []
  const site = kind === 'github' ? 'https://github.com' : url
  return [{ network: CODE_HOST_APIS[kind].network, username, url: `${site}/${username}` }]
}

function socialAccounts({ social }: Profile) {
  return SOCIAL_NETWORKS.flatMap((network) => {
    const url = asUri(social[network])
    return url === undefined ? [] : [{ network: NETWORK_NAMES[network], url }]
  })
}

function workOf(job: Experience): Resume['work'][number] {
  const { title, company, location, description } = job
  return {
    name: company,
    position: title,
    location: location ?? undefined,
    ...periodOf(job),
    ...currentOf(job),
    summary: description ?? undefined,
  }
}

function educationOf(study: Education): Resume['education'][number] {
  const { school, degree, fieldofstudy, description } = study
  return {
    institution: school,
    studyType: degree,
    area: fieldofstudy ?? undefined,
    ...periodOf(study),
    ...currentOf(study),
    description: description ?? undefined,
  }
}

function projectOf(project: Project): Resume['projects'][number] {
  const { name, description, skills, url, source } = project
  return {
    name,
    description: description ?? undefined,
    keywords: skills,
    url: asUri(url),
    source: asUri(source),
    ...periodOf(project),
  }
}

type Period = { from: string | null; to: string | null }

const periodOf = ({ from, to }: Period) => ({ startDate: asDay(from), endDate: asDay(to) })

/** Other programs take a job with a start and no end for a current one. */
function currentOf({ from, to, current }: Period & { current: boolean }) {
  return to === null && current !== (from !== null) ? { current } : {}
}

const asDay = (date: string | null) => (date !== null && /^[12]/.test(date) ? date : undefined)

/** The schema does not allow letters beyond ASCII and stray percent signs. */
function asUri(address: string | null): string | undefined {
  return address === null ? undefined : encodeURI(address).replace(/%25(?=[\da-f]{2})/gi, '%')
}
