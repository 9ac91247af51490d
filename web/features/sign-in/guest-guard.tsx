import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useAppSelector } from '../../app/state/store.ts'

export function GuestGuard({ children }: { children: ReactNode }) {
  const isAuthenticated = useAppSelector((state) => state.auth.isAuthenticated)
  const { state } = useLocation()
  if (!isAuthenticated) return children
  return <Navigate to="/dashboard" replace state={{ destination: state?.destination }} />
}
