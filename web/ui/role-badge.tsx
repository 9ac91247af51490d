import type { BadgeRole } from '../../contract/accounts.ts'

const WORDS: Record<BadgeRole, string> = { moderator: 'Moderator', admin: 'Admin' }

export function RoleBadge({ role }: { role: BadgeRole | undefined }) {
  if (!role) return null
  return <span className="rounded-md border border-line-strong px-1.5 text-sm text-muted">{WORDS[role]}</span>
}
