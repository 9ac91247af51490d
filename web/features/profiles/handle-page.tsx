import { Navigate, useLocation } from 'react-router'
import type { Profile } from '../../../contract/profiles.ts'
import { isNotFound, statusOf } from '../../app/api/results.ts'
import { loadedProfiles } from '../../app/state/profile-slice.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { Failure } from '../../ui/failure.tsx'
import { Frame, Page } from '../../ui/layout/frame.tsx'
import { NotFound } from '../../ui/routing/not-found.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { byPerson, usePersonQuery } from '../accounts/people/people-api.ts'
import { findFoundProfile } from './profile-api.ts'

export function HandlePage() {
  const handle = useLocation().pathname.slice('/@'.length).toLowerCase()
  const user = useAppSelector((state) => state.auth.user)
  // Lists link to the handles of people whose ids are known.
  const listed = useAppSelector((state) => {
    const isWanted = ({ user }: Profile) => user.handle === handle
    return loadedProfiles(state.profile).find(isWanted) ?? findFoundProfile(state, isWanted)
  })
  const known = user?.handle === handle ? user : listed?.user
  if (known) return <Navigate to={`/profile/${known._id}`} replace />
  return /^[\w-]+$/.test(handle) ? <PersonOf handle={handle} /> : <UnknownPerson handle={handle} />
}

function PersonOf({ handle }: { handle: string }) {
  const query = usePersonQuery(byPerson(handle))
  const status = statusOf(query)
  if (query.currentData) return <Navigate to={`/profile/${query.currentData._id}`} replace />
  if (status === 'loading') {
    return (
      <Frame>
        <Spinner />
      </Frame>
    )
  }
  if (!isNotFound(query.error)) {
    return (
      <Page heading="Profile">
        <Failure msg="Couldn't load this profile." onRetry={query.refetch} />
      </Page>
    )
  }
  return <UnknownPerson handle={handle} />
}

function UnknownPerson({ handle }: { handle: string }) {
  return (
    <NotFound
      command={`whois @${handle.slice(0, 30)}`}
      heading="Profile not found"
      lead="There's no one with this handle."
      back={{ to: '/profiles', text: 'Back To Profiles' }}
    />
  )
}
