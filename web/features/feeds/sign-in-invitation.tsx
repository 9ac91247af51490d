import { useSite } from '../../app/state/use-site.ts'
import { ButtonLink } from '../../ui/button.tsx'

export function SignInInvitation({ children }: { children: string }) {
  const { registration } = useSite()
  return (
    <aside className="card flex flex-wrap items-center justify-between gap-4 bg-sunken p-4">
      <p>{children}</p>
      <div className="flex gap-2">
        <ButtonLink to="/login" size="small">
          Login
        </ButtonLink>
        {registration !== 'closed' && (
          <ButtonLink to="/register" variant="secondary" size="small">
            Sign Up
          </ButtonLink>
        )}
      </div>
    </aside>
  )
}
