import { useState } from 'react'
import type { FieldError } from '../../../../contract/errors.ts'
import { MAX_LENGTH, NOT_CHOSEN, SOCIAL_NETWORKS, STATUSES } from '../../../../contract/limits.ts'
import type { Profile } from '../../../../contract/profiles.ts'
import { useAppSelector } from '../../../app/state/store.ts'
import { DraftOffer } from '../../../ui/forms/draft-offer.tsx'
import { Field, Select, TextArea } from '../../../ui/forms/field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { type FormDraft, useFormDraft } from '../../../ui/forms/use-form-draft.ts'
import { AvatarField } from '../../accounts/avatar-field.tsx'
import { pickLinks, socialLinks } from '../header/social-networks.ts'
import { FormActions } from './form-actions.tsx'
import { useSkillsField, withoutLastComma } from './skills-field.tsx'
import { SocialFields } from './social-fields.tsx'

type Props = {
  profile?: Profile
  save: (fields: Record<string, string>) => Promise<FieldError[]>
}

export function ProfileForm(props: Props) {
  const draft = useFormDraft(props.profile && shownPart(props.profile))
  return <Fields key={draft.restored ? 'restored' : 'known'} {...props} draft={draft} />
}

export function shownPart(profile: Profile) {
  const {
    _id,
    user,
    experience,
    education,
    projects,
    html,
    showEmail,
    email,
    date,
    githubVerified,
    ...part
  } = profile
  return part
}

function Fields({ profile, save, draft }: Props & { draft: FormDraft }) {
  const [isSocialOpen, setSocialOpen] = useState(false)
  const [links, setLinks] = useState(() => ({ ...socialLinks(profile), ...pickLinks(draft.restored) }))
  const { onSubmit, pending, errorOf } = useForm(async (fields) => {
    const errors = await save({ ...fields, ...links, skills: withoutLastComma(fields.skills) })
    if (errors.length === 0) draft.forget()
    if (errors.some(({ field }) => SOCIAL_NETWORKS.some((network) => network === field))) setSocialOpen(true)
    return errors
  })
  const filled = (name: keyof Profile) => {
    const value = draft.restored?.[name] ?? profile?.[name]
    return typeof value === 'string' ? value : ''
  }
  const proved = useAppSelector((state) => state.auth.user?.githubusername)
  const skills = useSkillsField({
    showRequired: true,
    defaultValue: draft.restored?.skills ?? profile?.skills.join(',') ?? '',
    error: errorOf('skills'),
  })
  return (
    <div className="grid gap-5">
      <DraftOffer draft={draft} />
      <AvatarField />
      {/* What it contains is displayed around the chips, whose buttons are not part of it. */}
      <form onSubmit={onSubmit} onInput={(event) => draft.onInput(event, links)} className="contents">
        <p className="text-sm text-muted">
          <span className="text-danger">*</span> = required field
        </p>
        <Select
          autoFocus
          label="Professional Status"
          name="status"
          showRequired
          defaultValue={draft.restored?.status ?? profile?.status ?? NOT_CHOSEN}
          hint="Where you are in your career"
          error={errorOf('status')}
        >
          <option value={NOT_CHOSEN}>Select one</option>
          {STATUSES.map((status) => (
            <option key={status} value={status}>
              {status}
            </option>
          ))}
        </Select>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label="Company"
            name="company"
            autoComplete="organization"
            defaultValue={filled('company')}
            error={errorOf('company')}
          />
          <Field
            label="Location"
            name="location"
            autoComplete="address-level2"
            defaultValue={filled('location')}
            error={errorOf('location')}
          />
          <Field
            label="Website"
            name="website"
            inputMode="url"
            autoComplete="url"
            autoCapitalize="none"
            defaultValue={filled('website')}
            error={errorOf('website')}
          />
          <Field
            label="Github Username"
            name="githubusername"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={filled('githubusername') || (profile ? '' : (proved ?? ''))}
            hint="Shows your latest repositories"
            error={errorOf('githubusername')}
          />
        </div>
        {skills.field}
        <div className="order-2 grid gap-5">
          <TextArea
            label="Bio"
            name="bio"
            max={MAX_LENGTH.prose}
            defaultValue={filled('bio')}
            hint="A few words about yourself"
            error={errorOf('bio')}
          />
          <SocialFields
            isOpen={isSocialOpen}
            onToggle={() => setSocialOpen(!isSocialOpen)}
            links={links}
            onChange={(network, link) => setLinks({ ...links, [network]: link })}
            errorOf={errorOf}
          />
          <FormActions pending={pending} />
        </div>
      </form>
      <div className="order-1 -mt-3 empty:hidden">{skills.chips}</div>
    </div>
  )
}
