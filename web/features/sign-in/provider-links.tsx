import { useSite } from '../../app/state/use-site.ts'
import { ButtonAnchor } from '../../ui/button.tsx'
import { type KeptCodes, keepCodes } from './kept-codes.ts'

export function ProviderLinks({ codes = {} }: { codes?: KeptCodes }) {
  const { signIn } = useSite()
  if (signIn.length === 0) return null
  return (
    <div className="mt-4 grid gap-2">
      {signIn.map(({ id, name }) => (
        <ButtonAnchor key={id} href={`/sign-in/${id}`} variant="secondary" onClick={() => keepCodes(codes)}>
          <span className="truncate">Sign in with {name}</span>
        </ButtonAnchor>
      ))}
    </div>
  )
}
