import type { ReactNode } from 'react'
import type { Education, Experience, Profile } from '../../../../contract/profiles.ts'
import { Failure } from '../../../ui/failure.tsx'
import { Page } from '../../../ui/layout/frame.tsx'
import { NotFound } from '../../../ui/routing/not-found.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useNewerVersion } from '../editing/use-newer-version.tsx'
import { useOwnProfile } from '../profile-api.ts'

type Props<Item> = {
  id: string
  noun: string
  heading: string
  lead: string
  itemsOf: (profile: Profile) => Item[]
  fieldsOf: (item: Item) => Record<string, string>
  children: (
    fields: Record<string, string>,
    saveUnlessNewer: ReturnType<typeof useNewerVersion>['saveUnlessNewer'],
  ) => ReactNode
}

export function EditCredential<Item extends { _id: string }>(props: Props<Item>) {
  const { id, noun, heading, lead, itemsOf, fieldsOf, children } = props
  const { profile, status, retry } = useOwnProfile()
  const partOf = (profile: Profile) => {
    const item = itemsOf(profile).find(({ _id }) => _id === id)
    return item && fieldsOf(item)
  }
  const { saveUnlessNewer, notice } = useNewerVersion({ profile, partOf, showNewer: retry })
  const fields = status === 'ready' && profile ? partOf(profile) : undefined
  if (status === 'missing' || (status === 'ready' && !fields)) {
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
      {fields && children(fields, saveUnlessNewer)}
      {notice}
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
