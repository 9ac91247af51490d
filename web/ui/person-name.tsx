import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { BadgeRole } from '../../contract/accounts.ts'
import { useSeesProfiles } from '../app/state/use-site.ts'

type LinkProps = { id: string; className: string; children: ReactNode }

/** No link for visitors of a community that has closed its profiles. */
export function AuthorLink({ id, className, children }: LinkProps) {
  if (!useSeesProfiles()) return <span className={className}>{children}</span>
  return (
    <Link to={`/profile/${id}`} className={`group rounded ${className}`}>
      {children}
    </Link>
  )
}

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
