import { Link } from 'react-router'

/** In place of a form that only works with the link from an email or from the server's first start. */
export function LinkMissing({ from = 'the email' }: { from?: string }) {
  return (
    <p className="card p-6">
      This link is incomplete. Open it again from {from}, or{' '}
      <Link to="/login" className="text-link">
        sign in
      </Link>
      .
    </p>
  )
}
