import type { Education, Experience, Profile } from '../../contract/profiles.ts'

/** A person as a profile names them. */
export type Person = { _id: string; name: string; handle?: string; avatar?: string }

/**
 * A profile as a server of the specification alone may send it: it has no id of its own, names its user
 * in full or only by id, and leaves out what is empty.
 */
export type GivenProfile = Partial<Omit<Profile, 'user' | 'social' | 'experience' | 'education'>> & {
  user?: Partial<Person> | string | null
  social?: Partial<Profile['social']> | null
  experience?: (Partial<Experience> & { _id: string })[] | null
  education?: (Partial<Education> & { _id: string })[] | null
}

const NO_LINKS = { twitter: null, facebook: null, youtube: null, linkedin: null, instagram: null }

/** `owner` is whose profile was asked for, as far as that is known. */
export function readProfile(given: GivenProfile, owner: Person | null): Profile {
  const user = readUser(given.user, owner)
  return {
    _id: given._id ?? user._id,
    user,
    status: given.status ?? '',
    company: given.company ?? null,
    website: given.website ?? null,
    location: given.location ?? null,
    skills: given.skills ?? [],
    githubusername: given.githubusername ?? null,
    bio: given.bio ?? null,
    social: { ...NO_LINKS, ...given.social },
    experience: (given.experience ?? []).map((entry) => ({ ...NO_EXPERIENCE, ...entry, ...period(entry) })),
    education: (given.education ?? []).map((entry) => ({ ...NO_EDUCATION, ...entry, ...period(entry) })),
    date: given.date ?? '',
  }
}

const NO_EXPERIENCE = { title: '', company: '', location: null, description: null }
const NO_EDUCATION = { school: '', degree: '', fieldofstudy: null, description: null }

/** A server may keep an empty date as it was sent. */
function period({ from, to, current }: Partial<Experience | Education>) {
  return { from: from || null, to: to || null, current: current ?? false }
}

function readUser(given: GivenProfile['user'], owner: Person | null): Profile['user'] {
  const user = typeof given === 'string' ? { _id: given } : given
  const _id = user?._id ?? owner?._id ?? ''
  const known = owner?._id === _id ? owner : undefined
  return {
    _id,
    name: user?.name ?? known?.name ?? '',
    handle: user?.handle ?? known?.handle ?? '',
    avatar: user?.avatar ?? known?.avatar ?? '',
  }
}
