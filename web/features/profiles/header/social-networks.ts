import { SOCIAL_NETWORKS } from '../../../../contract/limits.ts'
import type { Profile } from '../../../../contract/profiles.ts'

export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number]

export const networkNames: Record<SocialNetwork, string> = {
  twitter: 'Twitter',
  facebook: 'Facebook',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
  instagram: 'Instagram',
}

export type SocialLinks = Record<SocialNetwork, string>

export function socialLinks(profile: Profile | undefined): SocialLinks {
  const { twitter, facebook, youtube, linkedin, instagram } = profile?.social ?? {}
  return {
    twitter: twitter ?? '',
    facebook: facebook ?? '',
    youtube: youtube ?? '',
    linkedin: linkedin ?? '',
    instagram: instagram ?? '',
  }
}

export function pickLinks(fields: Record<string, string> = {}): Partial<SocialLinks> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => SOCIAL_NETWORKS.some((known) => known === name)),
  )
}
