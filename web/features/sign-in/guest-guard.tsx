import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useAppSelector } from '../../app/state/store.ts'
import { useClosedProfile } from '../../ui/routing/closed-profile.ts'

export function GuestGuard({ children }: { children: ReactNode }) {
  const isAuthenticated = useAppSelector((state) => state.auth.isAuthenticated)
  const { state } = useLocation()
  const closed = useClosedProfile()
  if (!isAuthenticated) return children
  if (closed) return <Navigate to={closed} replace />
  return <Navigate to="/dashboard" replace state={{ destination: state?.destination }} />
}
