import { SOCIAL_NETWORKS } from '../../../../contract/limits.ts'
import type { Education, Experience, Profile } from '../../../../contract/profiles.ts'
import type { Project } from '../../../../contract/projects.ts'
import { splitByBytes } from '../split-by-bytes.ts'
import { Html, html } from './html.ts'
import { LISTED_BYTES, list, longList } from './layout.ts'

export function profilesContent(profiles: Profile[]): Html {
  const cards = profiles.map(
    (profile) => html`<h2><a href="/profile/${profile.user._id}">${profile.user.name}</a></h2>
<p>${jobOf(profile)}</p>${profile.location && html`<p>${profile.location}</p>`}${skillsOf(profile.skills)}`,
  )
  return html`<h1>Developers</h1>${longList(cards) || html`<p>No profiles found</p>`}`
}

export function profileContent(profile: Profile, page: number): Html | undefined {
  const { user } = profile
  const projects = profile.projects.map(projectContent)
  const experience = profile.experience.map(jobContent)
  const education = profile.education.map(schoolContent)
  const pages = splitByBytes([...projects, ...experience, ...education], LISTED_BYTES)
  const listed = pages[page - 1]
  if (!listed) return undefined
  const section = (heading: string, items: Html[], none?: string) => {
    const isEmpty = items.length === 0 && none && page === 1
    const content = isEmpty ? html`<p>${none}</p>` : list(items.filter((item) => listed.includes(item)))
    return content && html`<section><h2>${heading}</h2>${content}</section>`
  }
  const path = `/profile/${user._id}`
  return html`<article><h1>${page === 1 ? user.name : html`<a href="${path}">${user.name}</a>`}</h1>
${page === 1 && aboutContent(profile)}
${section('Projects', projects)}
${section('Experience', experience, 'No experience credentials')}
${section('Education', education, 'No education credentials')}
${page < pages.length && html`<p><a href="${path}?page=${page + 1}" rel="next">More</a></p>`}
</article>`
}

function aboutContent(profile: Profile): Html {
  const { location, html: bio, skills } = profile
  return html`<p>${jobOf(profile)}</p>${location && html`<p>${location}</p>`}${linkList(profile)}${emailOf(profile)}
${bio !== null && html`<section><h2>Bio</h2>${new Html(bio)}</section>`}
<section><h2>Skills</h2>${skillsOf(skills)}</section>`
}

export const personContent = (name: string): Html => html`<article><h1>${name}</h1></article>`

const jobOf = ({ status, company }: Profile) => (company ? `${status} at ${company}` : status)

const skillsOf = (skills: string[]) => list(skills.map((skill) => html`${skill}`))

export function linksOf({ website, social }: Profile): string[] {
  const links = [website, ...SOCIAL_NETWORKS.map((network) => social[network])]
  return links.filter((link) => link !== null)
}

function linkList(profile: Profile) {
  return list(
    linksOf(profile).map((link) => html`<a href="${link}" rel="me nofollow ugc noopener">${link}</a>`),
  )
}

const emailOf = ({ email }: Profile) =>
  email && html`<p><a href="mailto:${encodeURIComponent(email).replace('%40', '@')}">${email}</a></p>`

const projectContent = ({ name, url, source, html: description, skills }: Project) =>
  html`<h3>${
    url ? html`<a href="${url}" rel="nofollow ugc noopener">${name}</a>` : name
  }</h3>${description !== null && new Html(description)}${skillsOf(skills)}${
    source && html`<p><a href="${source}" rel="nofollow ugc noopener">Source</a></p>`
  }`

const jobContent = (job: Experience) => credential(job.title, [job.company, job.location], job)

const schoolContent = (study: Education) =>
  credential(study.school, [study.degree, study.fieldofstudy], study)

type Period = Pick<Experience, 'from' | 'to' | 'description'>

function credential(heading: string, facts: (string | null)[], { from, to, description }: Period): Html {
  return html`<h3>${heading}</h3><p>${facts.filter(Boolean).join(' · ')}</p><p>${from} – ${to ?? 'Now'}</p>${
    description && html`<p>${description}</p>`
  }`
}
