import { SOCIAL_NETWORKS } from '../../../../contract/limits.ts'
import type { Profile } from '../../../../contract/profiles.ts'
import type { ImportedResume } from '../../../../contract/resume.ts'
import { networkNames } from '../header/social-networks.ts'

export function ResumePreview({ before, preview }: { before: Profile | null; preview: ImportedResume }) {
  const groups = additions(before, preview.profile)
  const { ignored } = preview
  return (
    <>
      {groups.length === 0 && <p>Everything in this file is already in your profile.</p>}
      {groups.map(({ heading, names }) => (
        <div key={heading} className="min-w-0">
          <h3 className="font-medium">{heading}</h3>
          <ul className="list-disc pl-5">
            {names.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list never changes
              <li key={index} className="wrap-anywhere">
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {ignored.length > 0 && (
        <details className="min-w-0">
          <summary className="py-0.5">Not imported ({ignored.length})</summary>
          <ul className="list-disc pl-5 font-mono text-sm text-muted">
            {ignored.map((line) => (
              <li key={line} className="wrap-anywhere">
                {line}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function additions(before: Profile | null, after: Profile): { heading: string; names: string[] }[] {
  const fresh = <Item extends { _id: string }>(items: Item[], known: Item[] = []) =>
    items.filter(({ _id }) => !known.some((item) => item._id === _id))
  const filled = FILLED.filter(({ field }) => after[field] && !before?.[field])
  const links = SOCIAL_NETWORKS.filter((network) => after.social[network] && !before?.social[network])
  const groups = [
    {
      heading: 'Fills in',
      names: [...filled.map(({ label }) => label), ...links.map((network) => networkNames[network])],
    },
    { heading: 'Adds skills', names: after.skills.filter((skill) => !before?.skills.includes(skill)) },
    {
      heading: 'Adds experience',
      names: fresh(after.experience, before?.experience).map(({ title, company }) => `${title}, ${company}`),
    },
    {
      heading: 'Adds education',
      names: fresh(after.education, before?.education).map(({ degree, school }) => `${degree}, ${school}`),
    },
    { heading: 'Adds projects', names: fresh(after.projects, before?.projects).map(({ name }) => name) },
  ]
  return groups.filter(({ names }) => names.length > 0)
}

const FILLED = [
  { field: 'bio', label: 'Bio' },
  { field: 'website', label: 'Website' },
  { field: 'location', label: 'Location' },
  { field: 'company', label: 'Company' },
  { field: 'githubusername', label: 'Github Username' },
] as const
