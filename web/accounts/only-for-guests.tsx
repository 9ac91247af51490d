import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { useFirstSelector } from '../first-store.ts'

/** Redirects logged-in users to their dashboard. */
export function OnlyForGuests({ children }: { children: ReactNode }) {
  const isAuthenticated = useFirstSelector((state) => state.auth.isAuthenticated)
  return isAuthenticated ? <Navigate to="/dashboard" replace /> : children
}
