import type { ReactNode } from 'react'
import type { Education, Experience, Profile } from '../../../../contract/profiles.ts'
import { Failure } from '../../../ui/failure.tsx'
import { Page } from '../../../ui/layout/frame.tsx'
import { NotFound } from '../../../ui/routing/not-found.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useOwnProfile } from '../use-own-profile.ts'

type Props<Item> = {
  id: string
  /** What is edited, as in "Project not found". */
  noun: string
  heading: string
  lead: string
  itemsOf: (profile: Profile) => Item[]
  children: (item: Item) => ReactNode
}

export function EditCredential<Item extends { _id: string }>(props: Props<Item>) {
  const { id, noun, heading, lead, itemsOf, children } = props
  const { profile, status, retry } = useOwnProfile()
  const item = profile && itemsOf(profile).find(({ _id }) => _id === id)
  if (status === 'missing' || (profile && !item)) {
    return (
      <NotFound
        command={`edit ${noun.toLowerCase()}`}
        heading={`${noun} not found`}
        lead="It may have been deleted."
        back={{ to: '/dashboard', text: 'Back To Dashboard' }}
      />
    )
  }
  return (
    <Page heading={heading} lead={lead}>
      {status === 'loading' && <Spinner />}
      {status === 'failed' && <Failure msg="Couldn't load your profile." onRetry={retry} />}
      {item && children(item)}
    </Page>
  )
}

export function asTyped(credential: Experience | Education): Record<string, string> {
  const { current, from, to, ...texts } = credential
  const typed = Object.entries(texts).map(([name, text]) => [name, text ?? ''])
  return {
    ...Object.fromEntries(typed),
    from: from?.slice(0, 10) ?? '',
    to: to?.slice(0, 10) ?? '',
    ...(current && { current: 'true' }),
  }
}
