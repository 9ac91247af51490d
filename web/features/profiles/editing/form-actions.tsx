import { FormAlerts } from '../../../ui/alerts/alert-boxes.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'

export function FormActions({ pending, submitCount }: { pending: boolean; submitCount: number }) {
  return (
    <div className="border-t border-line pt-5">
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={pending}>
          Submit
        </Button>
        <ButtonLink to="/dashboard" variant="secondary">
          Go Back
        </ButtonLink>
      </div>
      <FormAlerts submitCount={submitCount} />
    </div>
  )
}
