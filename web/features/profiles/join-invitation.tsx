import { ButtonLink } from '../../ui/button.tsx'

export function JoinInvitation() {
  return (
    <aside className="card flex flex-wrap items-center justify-between gap-4 bg-sunken p-5 print:hidden">
      <div>
        <h2 className="text-lg font-semibold">Join the community</h2>
        <p className="text-muted">Create your own profile, ask questions and help others.</p>
      </div>
      <ButtonLink to="/register">Sign Up</ButtonLink>
    </aside>
  )
}
