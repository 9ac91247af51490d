import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { useAppSelector } from '../../app/state/store.ts'

export function OnlyForGuests({ children }: { children: ReactNode }) {
  const isAuthenticated = useAppSelector((state) => state.auth.isAuthenticated)
  return isAuthenticated ? <Navigate to="/dashboard" replace /> : children
}
