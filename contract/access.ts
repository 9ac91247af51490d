/** In ascending order: each role includes the rights of those before it. */
export const ROLES = ['member', 'moderator', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Readers are all members, and visitors if the community can be read in public. */
export type Access = 'anyone' | 'reader' | Role

export type Rights = { role: Role } | { role: 'visitor'; mayRead: boolean }

/** The only place that decides who may make a call. Unknown kinds of access are denied. */
export function mayCall(access: Access, caller: Rights | undefined): boolean {
  switch (access) {
    case 'anyone':
      return true
    case 'reader':
      return (
        caller !== undefined && (caller.role === 'visitor' ? caller.mayRead : hasRole(caller.role, 'member'))
      )
    case 'member':
    case 'moderator':
    case 'admin':
      return caller !== undefined && caller.role !== 'visitor' && hasRole(caller.role, access)
    default:
      return false
  }
}

/** Unknown roles are below all others. */
export function hasRole(role: Role, wanted: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(wanted)
}
