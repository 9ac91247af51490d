import { Navigate, Outlet, useLocation } from 'react-router'
import { useAppSelector } from '../store.ts'
import { Spinner } from '../ui/spinner.tsx'

/** Lets only those in who are logged in; others go to the login and may come back from there. */
export function Guard() {
  const { isAuthenticated, loading, user } = useAppSelector((state) => state.auth)
  const { pathname, search, hash } = useLocation()
  if (loading || (isAuthenticated && !user)) return <Spinner />
  if (!isAuthenticated) return <Navigate to="/login" replace state={{ from: pathname + search + hash }} />
  return <Outlet />
}
