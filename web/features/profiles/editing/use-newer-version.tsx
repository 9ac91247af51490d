import { useState } from 'react'
import type { FieldError } from '../../../../contract/errors.ts'
import type { Profile } from '../../../../contract/profiles.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/forms/notice.tsx'
import { useLazyStoredProfileQuery } from '../profile-api.ts'

const NEWER = 'This was changed somewhere else while you were editing. Submit again to replace it.'

/** Servers differ in what stands for nothing. */
const versionOf = (part: unknown) => JSON.stringify(part, (_, value) => value || null)

const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

type Options = {
  profile: Profile | null
  partOf: (profile: Profile) => unknown
  showNewer: () => void
}

export function useNewerVersion({ profile, partOf, showNewer }: Options) {
  const [loadStored] = useLazyStoredProfileQuery()
  const [newer, setNewer] = useState<string>()

  async function saveUnlessNewer(save: () => Promise<FieldError[]>): Promise<FieldError[]> {
    const { data: stored } = await loadStored()
    const version = stored ? versionOf(partOf(stored)) : undefined
    const isExpected = version === newer || version === versionOf(profile && partOf(profile))
    if (version !== undefined && !isExpected) {
      setNewer(version)
      return [{ msg: NEWER }]
    }
    const errors = await save()
    if (errors.length === 0) setNewer(undefined)
    return errors
  }

  const notice = (
    <div role="status" className="not-empty:mt-5">
      {newer && (
        <div ref={scrollIntoView}>
          <Notice text={NEWER}>
            <Button
              variant="secondary"
              size="small"
              onClick={() => {
                setNewer(undefined)
                showNewer()
              }}
            >
              Show newer version
            </Button>
          </Notice>
        </div>
      )}
    </div>
  )
  return { saveUnlessNewer, notice }
}
