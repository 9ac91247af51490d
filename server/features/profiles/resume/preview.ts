import { SOCIAL_NETWORKS } from '../../../../contract/limits.ts'
import type { Profile } from '../../../../contract/profiles.ts'
import { newId } from '../../../ids.ts'
import { plainHtml } from '../../markdown/plain-text.ts'
import { asInCv } from '../present.ts'
import type { ResumeImport } from './import.ts'

export function previewImport(
  profile: Profile,
  { changes, work, education, projects }: ResumeImport,
): Profile {
  const flat = Object.entries(changes).filter(([field]) => Object.hasOwn(profile, field))
  const social = SOCIAL_NETWORKS.map((network) => [network, changes[network] ?? profile.social[network]])
  return {
    ...profile,
    ...Object.fromEntries(flat),
    html: changes.bio ? plainHtml(changes.bio) : profile.html,
    social: Object.fromEntries(social),
    experience: [...profile.experience, ...work.map(withId)].sort(asInCv),
    education: [...profile.education, ...education.map(withId)].sort(asInCv),
    projects: [
      ...profile.projects,
      ...projects.map((project) => ({
        ...withId(project),
        html: project.description && plainHtml(project.description),
      })),
    ],
  }
}

const withId = <Item extends object>(item: Item) => ({ _id: newId(), ...item })

export function emptyProfile(user: Profile['user']): Profile {
  return {
    _id: newId(),
    user,
    status: '',
    company: null,
    website: null,
    location: null,
    skills: [],
    githubusername: null,
    bio: null,
    html: null,
    social: { twitter: null, facebook: null, youtube: null, linkedin: null, instagram: null },
    experience: [],
    education: [],
    projects: [],
    showEmail: 'nobody',
    date: new Date().toISOString(),
  }
}
