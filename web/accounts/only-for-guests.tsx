import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useAppSelector } from '../store.ts'
import { returnPath } from './return-path.ts'

/** Takes those who are logged in on to where they wanted to go. */
export function OnlyForGuests({ children }: { children: ReactNode }) {
  const isAuthenticated = useAppSelector((state) => state.auth.isAuthenticated)
  const { state } = useLocation()
  return isAuthenticated ? <Navigate to={returnPath(state)} replace /> : children
}
