import { type FormEvent, useState } from 'react'
import { MAX_LENGTH } from '../../../contract/limits.ts'
import type { SiteChanges } from '../../../contract/site.ts'
import { errorsOf } from '../../app/api/results.ts'
import { useSite } from '../../app/state/use-site.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import { textOf, useForm } from '../../ui/forms/use-form.ts'
import { useChangeSiteMutation } from './moderation-api.ts'
import { siteWarnings } from './site-warnings.ts'

const readChanges = ({ approval, ...fields }: Record<string, string>): SiteChanges => ({
  ...fields,
  approval: approval === 'true',
})

export function SiteForm() {
  const site = useSite()
  const [changeSite] = useChangeSiteMutation()
  const [chosen, setChosen] = useState<SiteChanges>({})
  const { onSubmit, pending, errorOf } = useForm((fields) =>
    errorsOf(changeSite({ body: readChanges(fields) })),
  )
  const warnings = siteWarnings({ ...site, ...chosen })
  return (
    <form
      onSubmit={onSubmit}
      onChange={(event: FormEvent<HTMLFormElement>) => setChosen(readChanges(textOf(event.currentTarget)))}
      className="grid max-w-lg gap-5"
    >
      <h2 className="sr-only">Community</h2>
      <Field
        label="Name"
        name="name"
        required
        defaultValue={site.name}
        hint="Shown in the navigation bar, page titles and emails."
        error={errorOf('name')}
      />
      <Field
        label="Description"
        name="description"
        required
        maxLength={MAX_LENGTH.siteDescription}
        defaultValue={site.description}
        hint="Shown on the landing page and in link previews."
        error={errorOf('description')}
      />
      <Select
        label="Who can register"
        name="registration"
        defaultValue={site.registration}
        error={errorOf('registration')}
      >
        <option value="open">Anyone</option>
        <option value="invite">People with an invitation</option>
        <option value="closed">No one</option>
      </Select>
      <Select
        label="New members"
        name="approval"
        defaultValue={String(site.approval)}
        hint="With approval, people wait until a moderator lets them in. An invitation needs none."
        error={errorOf('approval')}
      >
        <option value="false">Join at once</option>
        <option value="true">Need approval by a moderator</option>
      </Select>
      <Select
        label="Email confirmation"
        name="confirm"
        defaultValue={site.confirm}
        hint="If it's required, people who register from now on can read, but not post, until they confirm their email."
        error={errorOf('confirm')}
      >
        <option value="optional">Optional</option>
        <option value="required">Required before posting</option>
      </Select>
      <Select label="Who can invite" name="inviting" defaultValue={site.inviting} error={errorOf('inviting')}>
        <option value="moderators">Moderators and admins</option>
        <option value="members">All members</option>
      </Select>
      <Select
        label="Who can read posts and comments"
        name="reading"
        defaultValue={site.reading}
        error={errorOf('reading')}
      >
        <option value="members">Members</option>
        <option value="public">Anyone</option>
      </Select>
      <Select
        label="Who can see profiles"
        name="profiles"
        defaultValue={site.profiles}
        hint="For members only, everyone else has to sign in to see the list of developers and their profiles."
        error={errorOf('profiles')}
      >
        <option value="public">Anyone</option>
        <option value="members">Members</option>
      </Select>
      <Select
        label="Search engines and AI crawlers"
        name="indexing"
        defaultValue={site.indexing}
        hint="What you ask of them. They only find what anyone can see, and not all of them comply."
        error={errorOf('indexing')}
      >
        <option value="all">Both are welcome</option>
        <option value="search">Only search engines</option>
        <option value="none">Neither</option>
      </Select>
      <div role="status" className="grid gap-2 empty:hidden">
        {warnings.map((warning) => (
          <p key={warning} className="rounded-lg bg-fresh-soft px-4 py-2 text-fresh">
            {warning}
          </p>
        ))}
      </div>
      <Button type="submit" pending={pending} className="justify-self-start">
        Save
      </Button>
    </form>
  )
}
