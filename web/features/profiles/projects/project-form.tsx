import { MAX_LENGTH } from '../../../../contract/limits.ts'
import type { Project } from '../../../../contract/projects.ts'
import type { FieldError } from '../../../app/api/client.ts'
import { DraftOffer } from '../../../ui/forms/draft-offer.tsx'
import { Field, TextArea } from '../../../ui/forms/field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { useFormDraft } from '../../../ui/forms/use-form-draft.ts'
import { FormActions } from '../editing/form-actions.tsx'
import { SkillsField } from '../editing/skills-field.tsx'
import { PictureField, pictureHandlers, usePicture } from './picture-field.tsx'

type Props = {
  project?: Project
  save: (fields: Record<string, string>) => Promise<FieldError[]>
}

export function ProjectForm(props: Props) {
  const draft = useFormDraft()
  return <Fields key={draft.restored ? 'restored' : 'known'} {...props} draft={draft} />
}

function Fields({ project, save, draft }: Props & { draft: ReturnType<typeof useFormDraft> }) {
  const begin = draft.restored ?? (project ? asTyped(project) : {})
  const picture = usePicture(begin.picture ?? '')
  const { onSubmit, pending, sends, errorOf } = useForm(async (fields) => {
    const errors = await save(fields)
    if (errors.length === 0) draft.forget()
    return errors
  })
  const link = { inputMode: 'url', autoComplete: 'off', autoCapitalize: 'none' } as const
  return (
    <form onSubmit={onSubmit} onInput={draft.onInput} {...pictureHandlers(picture)} className="grid gap-5">
      {draft.offered && <DraftOffer onRestore={draft.restore} onDrop={draft.forget} />}
      <p className="text-sm text-muted">
        <span className="text-danger">*</span> = required field
      </p>
      <Field
        label="Name"
        name="name"
        required
        marked
        autoComplete="off"
        defaultValue={begin.name}
        error={errorOf('name')}
      />
      <PictureField picture={picture} />
      <TextArea
        label="Description"
        name="description"
        max={MAX_LENGTH.prose}
        defaultValue={begin.description}
        hint="What it does and what you did. Markdown works."
        error={errorOf('description')}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label="Address"
          name="url"
          {...link}
          defaultValue={begin.url}
          hint="Where people can see it"
          error={errorOf('url')}
        />
        <Field
          label="Source Code"
          name="source"
          {...link}
          defaultValue={begin.source}
          error={errorOf('source')}
        />
      </div>
      <SkillsField defaultValue={begin.skills ?? ''} error={errorOf('skills')} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="From Date" name="from" type="date" defaultValue={begin.from} error={errorOf('from')} />
        <Field
          label="To Date"
          name="to"
          type="date"
          defaultValue={begin.to}
          hint="Leave empty if you still work on it"
          error={errorOf('to')}
        />
      </div>
      <FormActions pending={pending} sends={sends} />
    </form>
  )
}

function asTyped(project: Project): Record<string, string> {
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
