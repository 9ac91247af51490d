import { Link } from '../../../ui/routing/link.tsx'

/** In place of a form that only works with the link from a mail. */
export function LinkMissing() {
  return (
    <p className="card p-6">
      This link is incomplete. Open it again from the email, or{' '}
      <Link to="/login" className="text-link">
        sign in
      </Link>
      .
    </p>
  )
}
