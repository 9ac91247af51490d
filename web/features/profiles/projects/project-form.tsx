import { useEffect, useRef } from 'react'
import type { FieldError } from '../../../../contract/errors.ts'
import { MAX_LENGTH } from '../../../../contract/limits.ts'
import type { Project } from '../../../../contract/projects.ts'
import { DraftOffer } from '../../../ui/forms/draft-offer.tsx'
import { Field, TextArea } from '../../../ui/forms/field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { type FormDraft, useFormDraft } from '../../../ui/forms/use-form-draft.ts'
import { FormActions } from '../editing/form-actions.tsx'
import { useSkillsField, withoutLastComma } from '../editing/skills-field.tsx'
import { PictureField, pictureHandlers, usePicture } from './picture-field.tsx'

type Props = {
  defaultValues?: Record<string, string>
  save: (fields: Record<string, string>) => Promise<FieldError[]>
}

export function ProjectForm(props: Props) {
  const draft = useFormDraft(props.defaultValues)
  return <Fields key={draft.restored ? 'restored' : 'known'} {...props} draft={draft} />
}

function Fields({ save, draft, ...props }: Props & { draft: FormDraft }) {
  const defaultValues = draft.restored ?? props.defaultValues ?? {}
  const picture = usePicture(defaultValues.picture ?? '')
  const form = useRef<HTMLFormElement>(null)
  const storedPicture = useRef(picture.url)
  const { store } = draft
  // A new picture is not an input event.
  useEffect(() => {
    if (picture.url === storedPicture.current) return
    storedPicture.current = picture.url
    if (form.current) store(form.current)
  }, [picture.url, store])
  const { onSubmit, pending, errorOf } = useForm(async (fields) => {
    const errors = await save({ ...fields, skills: withoutLastComma(fields.skills) })
    if (errors.length === 0) draft.forget()
    return errors
  })
  const link = { inputMode: 'url', autoComplete: 'off', autoCapitalize: 'none' } as const
  const skills = useSkillsField({ defaultValue: defaultValues.skills ?? '', error: errorOf('skills') })
  return (
    <div {...pictureHandlers(picture)} className="grid gap-5">
      <DraftOffer draft={draft} />
      <PictureField picture={picture} />
      <form ref={form} onSubmit={onSubmit} onInput={draft.onInput} className="contents">
        <input type="hidden" name="picture" value={picture.url} />
        <p className="text-sm text-muted">
          <span className="text-danger">*</span> = required field
        </p>
        <Field
          autoFocus
          label="Name"
          name="name"
          required
          showRequired
          autoComplete="off"
          defaultValue={defaultValues.name}
          error={errorOf('name')}
        />
        <TextArea
          label="Description"
          name="description"
          max={MAX_LENGTH.prose}
          defaultValue={defaultValues.description}
          hint="What it does and what you did. Markdown works."
          error={errorOf('description')}
        />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field
            label="Address"
            name="url"
            {...link}
            defaultValue={defaultValues.url}
            hint="Where people can see it"
            error={errorOf('url')}
          />
          <Field
            label="Source Code"
            name="source"
            {...link}
            defaultValue={defaultValues.source}
            error={errorOf('source')}
          />
        </div>
        {skills.field}
        <div className="order-2 grid gap-5">
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <Field
              label="From Date"
              name="from"
              type="date"
              defaultValue={defaultValues.from}
              error={errorOf('from')}
            />
            <Field
              label="To Date"
              name="to"
              type="date"
              defaultValue={defaultValues.to}
              hint="Leave empty if you still work on it"
              error={errorOf('to')}
            />
          </div>
          <FormActions pending={pending} />
        </div>
      </form>
      <div className="order-1 -mt-3 empty:hidden">{skills.chips}</div>
    </div>
  )
}

export function asTyped(project: Project): Record<string, string> {
  const { name, url, source, description, picture, skills, from, to } = project
  return {
    name,
    url: url ?? '',
    source: source ?? '',
    description: description ?? '',
    picture: picture ?? '',
    skills: skills.join(', '),
    from: from ?? '',
    to: to ?? '',
  }
}
