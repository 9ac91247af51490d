import type { BadgeRole } from '../../contract/accounts.ts'

type Props = { person: { name: string; handle?: string }; className?: string }

/** Left out where it only repeats the name, also with a number that makes it unique. */
export function Handle({ person: { name, handle }, className = '' }: Props) {
  if (!handle || lettersOf(handle) === lettersOf(name)) return null
  return <span className={`font-mono text-muted ${className}`}>@{handle}</span>
}

const lettersOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

const WORDS: Record<BadgeRole, string> = { moderator: 'Moderator', admin: 'Admin' }

export function RoleBadge({ role }: { role: BadgeRole | undefined }) {
  if (!role) return null
  return <span className="rounded-md border border-line-strong px-1.5 text-sm text-muted">{WORDS[role]}</span>
}
