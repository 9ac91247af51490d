import { BadgeCheck } from 'lucide-react'

export function VerifiedMark({ isVerified }: { isVerified: boolean | undefined }) {
  if (!isVerified) return null
  return (
    <span role="img" aria-label="Verified on GitHub" title="Verified on GitHub" className="text-accent">
      <BadgeCheck size={18} aria-hidden="true" />
    </span>
  )
}
