/** The roles of members, in ascending order; each includes the rights of those before it. */
export const ROLES = ['member', 'moderator', 'admin'] as const
export type Role = (typeof ROLES)[number]

/**
 * Who may make a call. Readers are all members, and also visitors if the community can be read in public.
 */
export type Access = 'anyone' | 'reader' | Role

/** The rights of a caller; a visitor is not signed in. */
export type Rights = { role: Role } | { role: 'visitor'; mayRead: boolean }

/**
 * The only place that decides who may make a call: the router, the fast path before it and the API document
 * all use it. Unknown kinds of access are denied.
 */
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
