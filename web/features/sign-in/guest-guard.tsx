import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { useAppSelector } from '../../app/state/store.ts'
import { useDestination, withDestination } from '../../ui/routing/destination.ts'

export function GuestGuard({ children }: { children: ReactNode }) {
  const isAuthenticated = useAppSelector((state) => state.auth.isAuthenticated)
  const destination = useDestination()
  if (!isAuthenticated) return children
  return <Navigate to="/dashboard" replace state={withDestination(destination?.to)} />
}
