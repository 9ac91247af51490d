import type { ServedSite } from '../../../contract/site.ts'

export function siteWarnings(site: ServedSite): string[] {
  const { registration, approval, confirm, inviting, reading, profiles, mail, signIn } = site
  const warnings = [
    profiles === 'members' &&
      reading === 'public' &&
      'Profiles are for members only, but anyone can read posts, with the names and pictures of their authors.',
    confirm === 'required' && !mail && 'Without mail, no one can confirm their email, so no one has to.',
    approval &&
      registration === 'closed' &&
      (signIn.length === 0
        ? 'No one can register, so no one will wait for approval.'
        : 'Registration is closed: only people who sign in through a provider can wait for approval.'),
    approval &&
      registration === 'invite' &&
      'Everyone who registers has an invitation, which needs no approval.',
    approval &&
      registration === 'open' &&
      inviting === 'members' &&
      'Members can invite people, who join without approval.',
    approval && !mail && "Without mail, people aren't told that they were approved.",
  ]
  return warnings.filter((warning) => warning !== false)
}
