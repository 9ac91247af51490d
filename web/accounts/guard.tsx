import { Navigate, Outlet } from 'react-router'
import { useAppSelector } from '../store.ts'
import { Spinner } from '../ui/spinner.tsx'

/** Lets only those in who are logged in; others go to the login. */
export function Guard() {
  const { isAuthenticated, loading, user } = useAppSelector((state) => state.auth)
  if (loading || (isAuthenticated && !user)) return <Spinner />
  return isAuthenticated ? <Outlet /> : <Navigate to="/login" replace />
}
