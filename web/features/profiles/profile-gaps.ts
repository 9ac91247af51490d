import type { Profile } from '../../../contract/profiles.ts'

export function gapsOf({ bio, location, website, social, experience, education }: Profile): string[] {
  const hasLinks = Boolean(website) || Object.values(social).some(Boolean)
  const gaps = {
    bio: !bio,
    location: !location,
    links: !hasLinks,
    experience: experience.length === 0,
    education: education.length === 0,
  }
  return Object.entries(gaps).flatMap(([name, isMissing]) => (isMissing ? [name] : []))
}
