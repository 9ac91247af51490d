import { useAppSelector } from '../../../app/state/store.ts'
import { Frame } from '../../../ui/layout/frame.tsx'
import { NotFound } from '../../../ui/routing/not-found.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { usePerson } from '../../accounts/people/people-api.ts'
import { PersonPage } from './person-page.tsx'

/** People without a profile have a page too, unless the call for people fails, as on a server without it. */
export function WithoutProfile({ id }: { id: string }) {
  const isMine = useAppSelector((state) => state.auth.user?._id === id)
  const { person, isLoading } = usePerson(id)
  if (isLoading) {
    return (
      <Frame>
        <Spinner />
      </Frame>
    )
  }
  if (person) return <PersonPage key={id} person={person} isMine={isMine} />
  return isMine ? <NoProfileYet /> : <UnknownProfile id={id} />
}

function UnknownProfile({ id }: { id: string }) {
  return (
    <NotFound
      command={`whois ${id.slice(0, 8)}`}
      heading="Profile not found"
      lead="This person doesn't exist or doesn't have a profile yet."
      back={{ to: '/profiles', text: 'Back To Profiles' }}
    />
  )
}

function NoProfileYet() {
  return (
    <NotFound
      command="whoami"
      heading="Profile not found"
      lead="You don't have a profile yet. It takes two minutes."
      back={{ to: '/create-profile', text: 'Create Profile' }}
    />
  )
}
