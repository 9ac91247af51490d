/** Where to go after the login: a remembered path of this site and of no other, or the dashboard. */
export function returnPath(state: unknown): string {
  const from = (state as { from?: unknown } | null)?.from
  const isOwn = typeof from === 'string' && /^\/(?![/\\])/.test(from)
  return isOwn ? from : '/dashboard'
}
