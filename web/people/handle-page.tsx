import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { Person } from '../../contract/accounts.ts'
import { call, requireObject } from '../client.ts'
import { type Outcome, requireAnswer, settle } from '../outcome.ts'
import { useAppSelector } from '../store.ts'
import { Failure } from '../ui/failure.tsx'
import { Page } from '../ui/frame.tsx'
import { NotFound } from '../ui/not-found.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useLoad } from '../ui/use-load.ts'

/** `/@handle`: leads to the profile of the person who has this handle, or had it once. */
export function HandlePage() {
  const handle = useLocation().pathname.slice('/@'.length).toLowerCase()
  const user = useAppSelector((state) => state.auth.user)
  if (user && user.handle === handle) return <Navigate to={`/profile/${user._id}`} replace />
  return <PersonOf idOrHandle={handle} />
}

function PersonOf({ idOrHandle }: { idOrHandle: string }) {
  const [person, setPerson] = useState<Person>()
  const { status, retry } = useLoad(idOrHandle, async (signal): Promise<Outcome> => {
    if (!/^[\w-]+$/.test(idOrHandle)) return 'missing'
    const asked = requireAnswer(call('GET /api/people/:idOrHandle', { params: { idOrHandle }, signal }))
    return settle(
      signal,
      asked,
      (person) => setPerson(requireObject(person, '_id')),
      () => {},
    )
  })
  if (status === 'loading') return <Spinner />
  if (status === 'ready' && person) return <Navigate to={`/profile/${person._id}`} replace />
  if (status === 'failed') {
    return (
      <Page heading="Profile">
        <Failure msg="The profile could not be loaded." onRetry={retry} />
      </Page>
    )
  }
  return (
    <NotFound
      command={`whois @${idOrHandle.slice(0, 30)}`}
      heading="Profile not found"
      lead="There is no such person."
      back={{ to: '/profiles', text: 'Back To Profiles' }}
    />
  )
}
