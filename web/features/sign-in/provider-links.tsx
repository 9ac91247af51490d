import { useSite } from '../../app/state/use-site.ts'
import { ButtonAnchor } from '../../ui/button.tsx'

export function ProviderLinks() {
  const { signIn } = useSite()
  if (signIn.length === 0) return null
  return (
    <div className="mt-4 grid gap-2">
      {signIn.map(({ id, name }) => (
        <ButtonAnchor key={id} href={`/sign-in/${id}`} variant="secondary">
          <span className="truncate">Sign in with {name}</span>
        </ButtonAnchor>
      ))}
    </div>
  )
}
