import { Button, ButtonLink } from '../../../ui/button.tsx'

export function FormActions({ pending }: { pending: boolean }) {
  return (
    <div className="flex flex-wrap gap-3 border-t border-line pt-5">
      <Button type="submit" pending={pending}>
        Submit
      </Button>
      <ButtonLink to="/dashboard" variant="secondary">
        Go Back
      </ButtonLink>
    </div>
  )
}
