import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import type { Education, Experience, Profile } from '../../../../contract/profiles.ts'
import { Failure } from '../../../ui/failure.tsx'
import { Page } from '../../../ui/layout/frame.tsx'
import { NotFound } from '../../../ui/routing/not-found.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useOwnProfile } from '../use-own-profile.ts'

type Props<Entry> = {
  heading: string
  lead: string
  entriesOf: (profile: Profile) => Entry[]
  children: (entry: Entry) => ReactNode
}

export function EditCredential<Entry extends { _id: string }>(props: Props<Entry>) {
  const { heading, lead, entriesOf, children } = props
  const { id } = useParams()
  const { profile, status, retry } = useOwnProfile()
  const entry = profile && entriesOf(profile).find(({ _id }) => _id === id)
  if (status === 'missing' || (profile && !entry)) {
    return (
      <NotFound
        command="edit entry"
        heading="Entry not found"
        lead="It may have been deleted."
        back={{ to: '/dashboard', text: 'Back To Dashboard' }}
      />
    )
  }
  return (
    <Page heading={heading} lead={lead}>
      {status === 'loading' && <Spinner />}
      {status === 'failed' && <Failure msg="Couldn't load your profile." onRetry={retry} />}
      {entry && children(entry)}
    </Page>
  )
}

export function asTyped(entry: Experience | Education): Record<string, string> {
  const { current, from, to, ...texts } = entry
  const typed = Object.entries(texts).map(([name, text]) => [name, text ?? ''])
  return {
    ...Object.fromEntries(typed),
    from: from?.slice(0, 10) ?? '',
    to: to?.slice(0, 10) ?? '',
    ...(current && { current: 'true' }),
  }
}
