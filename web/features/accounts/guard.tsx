import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { useAppSelector } from '../../app/state/store.ts'
import { useSite } from '../../app/state/use-site.ts'
import { Spinner } from '../../ui/spinner.tsx'

type Props = { isOpenToVisitors?: boolean; children: ReactNode }

export function Guard({ isOpenToVisitors = false, children }: Props) {
  const { isAuthenticated, loading, user } = useAppSelector((state) => state.auth)
  if (loading || (isAuthenticated && !user)) return <Spinner />
  return isAuthenticated || isOpenToVisitors ? children : <Navigate to="/login" replace />
}

export function ReaderGuard({ children }: { children: ReactNode }) {
  return <Guard isOpenToVisitors={useSite().reading === 'public'}>{children}</Guard>
}
