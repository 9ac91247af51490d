import { Button } from '../button.tsx'
import { Notice } from './notice.tsx'
import type { FormDraft } from './use-form-draft.ts'

export function DraftOffer({ draft: { offered, restore, forget } }: { draft: FormDraft }) {
  if (!offered) return null
  return (
    <Notice
      text={
        offered.isOutdated
          ? 'You have unsaved changes. What is saved has changed since.'
          : 'You have unsaved changes.'
      }
    >
      <Button variant="secondary" size="small" onClick={restore}>
        Restore
      </Button>
      <Button variant="quiet" size="small" onClick={forget}>
        Discard
      </Button>
    </Notice>
  )
}
