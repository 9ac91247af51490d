import type { Profile } from '../../contract/profiles.ts'

/** The status, and where. The company's name must not turn the text around it. */
export function Job({ profile: { status, company } }: { profile: Profile }) {
  if (!company) return status
  return (
    <>
      {status} at <bdi>{company}</bdi>
    </>
  )
}
