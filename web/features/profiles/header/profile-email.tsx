import { Mail } from 'lucide-react'
import type { Profile } from '../../../../contract/profiles.ts'
import { useAppSelector } from '../../../app/state/store.ts'
import { useContactQuery } from '../profile-api.ts'

/** Members ask for it separately, because everybody gets the same profile. */
export function ProfileEmail({ profile }: { profile: Profile }) {
  const isMember = useAppSelector((state) => state.auth.isAuthenticated === true)
  const skip = profile.showEmail !== 'members' || !isMember
  const { currentData: contact } = useContactQuery(profile.user._id, { skip })
  const email = profile.email ?? contact?.email
  if (!email) return null
  return (
    <p className="flex items-center gap-2 wrap-anywhere print:mt-2">
      <Mail size={16} aria-hidden="true" className="shrink-0 text-muted" />
      <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`} className="text-link py-0.5">
        {email}
      </a>
    </p>
  )
}
