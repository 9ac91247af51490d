/** In ascending order: each role includes the rights of those before it. */
export const ROLES = ['member', 'moderator', 'admin'] as const
export type Role = (typeof ROLES)[number]

/**
 * All members are readers; visitors are as well, of posts or of profiles, where the community is open to them.
 * Contributors are members who have confirmed their email, if the community requires it.
 */
export type Access = 'anyone' | 'reader' | 'profile-reader' | 'contributor' | Role

export type Rights =
  | { role: Role; mustConfirm?: boolean }
  | { role: 'visitor'; mayRead: boolean; mayReadProfiles: boolean }

/** The only place that decides who may make a call. Unknown kinds of access are denied. */
export function mayCall(access: Access, caller: Rights | undefined): boolean {
  if (access === 'anyone') return true
  if (caller === undefined) return false
  if (caller.role === 'visitor') {
    return (access === 'reader' && caller.mayRead) || (access === 'profile-reader' && caller.mayReadProfiles)
  }
  switch (access) {
    case 'reader':
    case 'profile-reader':
      return hasRole(caller.role, 'member')
    case 'contributor':
      return hasRole(caller.role, 'member') && !caller.mustConfirm
    case 'member':
    case 'moderator':
    case 'admin':
      return hasRole(caller.role, access)
    default:
      return false
  }
}

/** Unknown roles are below all others. */
export function hasRole(role: Role, wanted: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(wanted)
}
