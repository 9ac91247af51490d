import { SOCIAL_NETWORKS } from '../../../../contract/limits.ts'
import type { Education, Experience, Profile } from '../../../../contract/profiles.ts'
import type { Project } from '../../../../contract/projects.ts'
import { Html, html } from './html.ts'
import { list } from './layout.ts'

export function profilesContent(profiles: Profile[]): Html {
  const cards = profiles.map(
    (profile) => html`<h2><a href="/profile/${profile.user._id}">${profile.user.name}</a></h2>
<p>${jobOf(profile)}</p>${profile.location && html`<p>${profile.location}</p>`}${skillsOf(profile.skills)}`,
  )
  return html`<h1>Developers</h1>${list(cards) || html`<p>No profiles found</p>`}`
}

export function profileContent(profile: Profile): Html {
  const { user, location, html: bio, skills, projects, experience, education } = profile
  return html`<article><h1>${user.name}</h1>
<p>${jobOf(profile)}</p>${location && html`<p>${location}</p>`}${linksOf(profile)}${emailOf(profile)}
${bio !== null && html`<section><h2>Bio</h2>${new Html(bio)}</section>`}
${projects.length > 0 && html`<section><h2>Projects</h2>${list(projects.map(projectContent))}</section>`}
<section><h2>Skills</h2>${skillsOf(skills)}</section>
<section><h2>Experience</h2>${list(experience.map(jobContent)) || html`<p>No experience credentials</p>`}</section>
<section><h2>Education</h2>${list(education.map(schoolContent)) || html`<p>No education credentials</p>`}</section>
</article>`
}

export const personContent = (name: string): Html => html`<article><h1>${name}</h1></article>`

const jobOf = ({ status, company }: Profile) => (company ? `${status} at ${company}` : status)

const skillsOf = (skills: string[]) => list(skills.map((skill) => html`${skill}`))

function linksOf({ website, social }: Profile) {
  const links = [website, ...SOCIAL_NETWORKS.map((network) => social[network])].filter(
    (link) => link !== null,
  )
  return list(links.map((link) => html`<a href="${link}" rel="me nofollow ugc noopener">${link}</a>`))
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
