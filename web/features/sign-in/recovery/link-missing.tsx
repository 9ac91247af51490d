import { Link } from '../../../ui/routing/link.tsx'

/** In place of a form that only works with the link from a mail. */
export function LinkMissing() {
  return (
    <p className="card p-6">
      This page needs the whole link that you were sent. Please open it again from there, or{' '}
      <Link to="/login" className="text-link">
        sign in
      </Link>
      .
    </p>
  )
}
