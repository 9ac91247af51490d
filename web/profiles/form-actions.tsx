import { Button, ButtonLink } from '../ui/button.tsx'

/** How every form about the own profile ends. */
export function FormActions({ pending }: { pending: boolean }) {
  return (
    <div className="flex flex-wrap gap-3 border-t border-line pt-5">
      <Button type="submit" pending={pending}>
        Submit
      </Button>
      <ButtonLink to="/dashboard" look="secondary">
        Go Back
      </ButtonLink>
    </div>
  )
}
