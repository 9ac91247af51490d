import type { BadgeRole } from '../../../contract/accounts.ts'
import type { Education, Experience, Profile } from '../../../contract/profiles.ts'
import { listOf, requireObject } from '../../app/api/responses.ts'
import { unexpectedResponse } from '../../app/api/results.ts'

export type Person = { _id: string; name: string; handle?: string; avatar?: string; badge?: BadgeRole }

/** From a server of the specification: without id or empty fields, and with the user in full or only their id. */
export type ProfileResponse = Partial<Omit<Profile, 'user' | 'social' | 'experience' | 'education'>> & {
  user?: Partial<Person> | string | null
  social?: Partial<Profile['social']> | null
  experience?: (Partial<Experience> & { _id: string })[] | null
  education?: (Partial<Education> & { _id: string })[] | null
}

const NO_LINKS = { twitter: null, facebook: null, youtube: null, linkedin: null, instagram: null }

export function readProfile(response: ProfileResponse, owner: Person | null): Profile {
  requireObject(response)
  if (!response.user && !response.status && !response.skills) throw unexpectedResponse()
  const user = readUser(response.user, owner)
  return {
    _id: response._id ?? user._id,
    user,
    status: response.status ?? '',
    company: response.company ?? null,
    website: response.website ?? null,
    location: response.location ?? null,
    skills: listOf(response.skills),
    githubusername: response.githubusername ?? null,
    ...(response.githubVerified && { githubVerified: true }),
    bio: response.bio ?? null,
    html: response.html ?? null,
    social: { ...NO_LINKS, ...response.social },
    experience: listOf(response.experience).map((credential) => ({
      ...NO_EXPERIENCE,
      ...credential,
      ...period(credential),
    })),
    education: listOf(response.education).map((credential) => ({
      ...NO_EDUCATION,
      ...credential,
      ...period(credential),
    })),
    projects: listOf(response.projects),
    showEmail: response.showEmail ?? 'nobody',
    email: response.email,
    date: response.date ?? '',
  }
}

const NO_EXPERIENCE = { title: '', company: '', location: null, description: null }
const NO_EDUCATION = { school: '', degree: '', fieldofstudy: null, description: null }

function period({ from, to, current }: Partial<Experience | Education>) {
  return { from: from || null, to: to || null, current: current ?? false }
}

function readUser(response: ProfileResponse['user'], owner: Person | null): Profile['user'] {
  const user = typeof response === 'string' ? { _id: response } : response
  const _id = user?._id ?? owner?._id ?? ''
  const known = owner?._id === _id ? owner : undefined
  return {
    _id,
    name: user?.name ?? known?.name ?? '',
    handle: user?.handle ?? known?.handle ?? '',
    avatar: user?.avatar ?? known?.avatar ?? '',
    badge: user?.badge,
  }
}
