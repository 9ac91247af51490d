import { type ReactNode, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useAppSelector } from '../../app/state/store.ts'
import { useSite } from '../../app/state/use-site.ts'
import { Spinner } from '../../ui/spinner.tsx'

type Props = { isOpenToVisitors?: boolean; children: ReactNode }

export function Guard({ isOpenToVisitors = false, children }: Props) {
  const { isAuthenticated, loading, user } = useAppSelector((state) => state.auth)
  const { pathname, search, hash } = useLocation()
  const [wasMember, setWasMember] = useState(false)
  if (isAuthenticated && !wasMember) setWasMember(true)
  if (loading || (isAuthenticated && !user)) return <Spinner />
  if (isAuthenticated || isOpenToVisitors) return children
  // After a logout, someone else may sign in here.
  const destination = wasMember ? undefined : pathname + search + hash
  return <Navigate to="/login" replace state={{ destination }} />
}

export function ReaderGuard({ children }: { children: ReactNode }) {
  return <Guard isOpenToVisitors={useSite().reading === 'public'}>{children}</Guard>
}
