export const ROLES = ['member', 'moderator', 'admin'] as const
export type Role = (typeof ROLES)[number]

// Readers include visitors where the community is open; contributors have confirmed their email where it is required.
export type Access = 'anyone' | 'reader' | 'profile-reader' | 'contributor' | Role

export type Rights =
  | { role: Role; mustConfirm?: boolean }
  | { role: 'visitor'; mayRead: boolean; mayReadProfiles: boolean }

/** Denies unknown kinds of access. */
export function mayCall(access: Access, rights: Rights | undefined): boolean {
  if (access === 'anyone') return true
  if (rights === undefined) return false
  if (rights.role === 'visitor') {
    return (access === 'reader' && rights.mayRead) || (access === 'profile-reader' && rights.mayReadProfiles)
  }
  switch (access) {
    case 'reader':
    case 'profile-reader':
      return hasRole(rights.role, 'member')
    case 'contributor':
      return hasRole(rights.role, 'member') && !rights.mustConfirm
    case 'member':
    case 'moderator':
    case 'admin':
      return hasRole(rights.role, access)
    default:
      return false
  }
}

export function hasRole(role: Role, required: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(required)
}
