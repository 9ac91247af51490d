/** What a member may do beyond their own; each may also do what the ones before it may. */
export const ROLES = ['member', 'moderator', 'admin'] as const
export type Role = (typeof ROLES)[number]

/**
 * Who may make a call. Readers are members, and where the community reads in public, everyone.
 */
export type Access = 'anyone' | 'reader' | Role

/** What decides about access; a visitor is someone who is not signed in. */
export type Rights = { role: Role } | { role: 'visitor'; mayRead: boolean }

/**
 * The only place that decides who may make a call: the router, the cached answers before it and the API document
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
