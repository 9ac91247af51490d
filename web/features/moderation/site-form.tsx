import { MAX_LENGTH } from '../../../contract/limits.ts'
import { call } from '../../app/api/client.ts'
import { submit } from '../../app/api/outcome.ts'
import { showAlert, showErrors } from '../../app/state/alert-slice.ts'
import { siteChanged } from '../../app/state/site-slice.ts'
import { useAppDispatch } from '../../app/state/store.ts'
import { useSite } from '../../app/state/use-site.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'

export function SiteForm() {
  const dispatch = useAppDispatch()
  const site = useSite()
  const { onSubmit, pending, errorOf } = useForm((fields) =>
    submit(
      call('PUT /api/admin/site', { body: fields }),
      (changed) => {
        const inviting = fields.inviting === 'members' ? 'members' : 'moderators'
        dispatch(siteChanged({ ...changed, inviting }))
        dispatch(showAlert('Community Updated', 'success'))
      },
      (error) => dispatch(showErrors(error.errors)),
    ),
  )
  return (
    <form onSubmit={onSubmit} className="grid max-w-lg gap-5">
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
        label="Who can read posts and comments"
        name="reading"
        defaultValue={site.reading}
        error={errorOf('reading')}
      >
        <option value="members">Members</option>
        <option value="public">Anyone, including search engines</option>
      </Select>
      <Select label="Who can invite" name="inviting" defaultValue={site.inviting} error={errorOf('inviting')}>
        <option value="moderators">Moderators and admins</option>
        <option value="members">All members</option>
      </Select>
      <Button type="submit" pending={pending} className="justify-self-start">
        Save
      </Button>
    </form>
  )
}
