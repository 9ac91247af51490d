/** Who may make a call. */
export type Access = 'anyone' | 'member'

/**
 * The only place that decides who may make a call: the router, the cached answers before it and the API document
 * all use it. Unknown kinds of access are denied.
 */
export function mayCall(access: Access, caller: object | undefined): boolean {
  switch (access) {
    case 'anyone':
      return true
    case 'member':
      return caller !== undefined
    default:
      return false
  }
}
