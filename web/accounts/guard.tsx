import { Navigate, Outlet } from 'react-router'
import { useAppSelector } from '../store.ts'
import { Spinner } from '../ui/spinner.tsx'

/** Only for logged-in users; redirects everyone else to the login. */
export function Guard() {
  const { isAuthenticated, loading, user } = useAppSelector((state) => state.auth)
  if (loading || (isAuthenticated && !user)) return <Spinner />
  return isAuthenticated ? <Outlet /> : <Navigate to="/login" replace />
}
