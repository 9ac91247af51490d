import { FileJson } from 'lucide-react'
import { ButtonAnchor } from '../../../ui/button.tsx'

export function DownloadResume({ userId }: { userId: string }) {
  return (
    <ButtonAnchor
      href={`/api/profile/user/${userId}/resume.json`}
      download="resume.json"
      variant="quiet"
      size="small"
      title="Download résumé (JSON)"
      className="px-2"
    >
      <FileJson size={16} aria-hidden="true" />
      <span className="sr-only">Download résumé (JSON)</span>
    </ButtonAnchor>
  )
}
