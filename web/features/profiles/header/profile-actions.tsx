import { Printer } from 'lucide-react'
import type { Profile } from '../../../../contract/profiles.ts'
import { useIsExtended } from '../../../app/state/use-site.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { DownloadResume } from '../resume/download-resume.tsx'

// Only icons on phones.
const compact = 'max-sm:px-2 max-sm:[&>span]:sr-only'

export function ProfileActions({ user, isMine }: { user: Profile['user']; isMine: boolean }) {
  const isExtended = useIsExtended()
  return (
    <>
      {isMine && (
        <ButtonLink to="/edit-profile" variant="secondary" size="small">
          Edit Profile
        </ButtonLink>
      )}
      <CopyButton
        text={location.origin + location.pathname}
        question="Link to this profile"
        className={compact}
      >
        Copy link
      </CopyButton>
      <Button variant="quiet" size="small" onClick={() => print()} className={compact}>
        <Printer size={16} aria-hidden="true" />
        <span>Print CV</span>
      </Button>
      {isExtended && <DownloadResume userId={user._id} />}
    </>
  )
}
