import { ButtonLink } from '../ui/button.tsx'

/** For visitors who are not logged in. */
export function JoinInvitation() {
  return (
    <aside className="card flex flex-wrap items-center justify-between gap-4 border-accent bg-accent-soft p-6 print:hidden">
      <div>
        <h2 className="font-semibold">Join the community</h2>
        <p className="text-muted">Make a profile of your own, and ask or help in the community.</p>
      </div>
      <ButtonLink to="/register">Sign Up</ButtonLink>
    </aside>
  )
}
