import { type ReactNode, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { PageAccess } from '../../../contract/pages/heads.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { useSite } from '../../app/state/use-site.ts'
import { Spinner } from '../../ui/spinner.tsx'

type Props = { access: PageAccess; children: ReactNode }

export function Guard({ access, children }: Props) {
  const { isAuthenticated, loading, user } = useAppSelector((state) => state.auth)
  const { reading, profiles } = useSite()
  const { pathname, search, hash } = useLocation()
  const [wasMember, setWasMember] = useState(false)
  if (isAuthenticated && !wasMember) setWasMember(true)
  if (access === 'anyone' || access === 'link') return children
  if (access === 'profile-reader' && profiles === 'public') return children
  if (loading || (isAuthenticated && !user)) return <Spinner />
  if (isAuthenticated || (access === 'reader' && reading === 'public')) return children
  // After a logout, someone else may sign in here.
  const destination = wasMember ? undefined : pathname + search + hash
  return <Navigate to="/login" replace state={{ destination }} />
}
