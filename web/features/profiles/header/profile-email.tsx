import { Mail } from 'lucide-react'
import type { Profile } from '../../../../contract/profiles.ts'
import { useAppSelector } from '../../../app/state/store.ts'
import { useContactQuery } from '../profile-api.ts'

export function ProfileEmail({ profile }: { profile: Profile }) {
  const isMember = useAppSelector((state) => state.auth.isAuthenticated === true)
  if (profile.email) return <Email email={profile.email} />
  return profile.showEmail === 'members' && isMember && <EmailForMembers userId={profile.user._id} />
}

/** Loaded separately, because everybody gets the same profile. */
function EmailForMembers({ userId }: { userId: string }) {
  const { currentData: contact } = useContactQuery(userId)
  return contact?.email && <Email email={contact.email} />
}

function Email({ email }: { email: string }) {
  return (
    <p className="flex items-center gap-2 wrap-anywhere print:mt-2">
      <Mail size={16} aria-hidden="true" className="shrink-0 text-muted" />
      <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`} className="text-link py-0.5">
        {email}
      </a>
    </p>
  )
}
