import type { SOCIAL_NETWORKS } from '../../contract/limits.ts'

export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number]

export const networkNames: Record<SocialNetwork, string> = {
  twitter: 'Twitter',
  facebook: 'Facebook',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
  instagram: 'Instagram',
}
