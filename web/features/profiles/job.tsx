import type { Profile } from '../../../contract/profiles.ts'

/** The name is isolated, so that its direction does not affect the text around it. */
export function Job({ profile: { status, company } }: { profile: Profile }) {
  if (!company) return status
  return (
    <>
      {status} at <bdi>{company}</bdi>
    </>
  )
}
