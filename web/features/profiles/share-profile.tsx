import { Printer } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'

export function ShareProfile() {
  return (
    <div className="-mx-3 flex print:hidden">
      <CopyButton text={location.origin + location.pathname} question="Link to this profile">
        Copy link
      </CopyButton>
      <Button variant="quiet" size="small" onClick={() => print()}>
        <Printer size={16} aria-hidden="true" /> Print CV
      </Button>
    </div>
  )
}
