import { Navigate, Outlet } from 'react-router'
import { useFirstSelector } from '../first-store.ts'
import { useSite } from '../site/use-site.ts'
import { Spinner } from '../ui/spinner.tsx'

/** Only for logged-in users; redirects everyone else to the login. */
export function Guard({ isOpenToVisitors = false }: { isOpenToVisitors?: boolean }) {
  const { isAuthenticated, loading, user } = useFirstSelector((state) => state.auth)
  if (loading || (isAuthenticated && !user)) return <Spinner />
  return isAuthenticated || isOpenToVisitors ? <Outlet /> : <Navigate to="/login" replace />
}

/** Also for visitors where the community can be read in public. */
export function ReaderGuard() {
  return <Guard isOpenToVisitors={useSite().reading === 'public'} />
}
