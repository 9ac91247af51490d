import { errorsOf } from '../../app/api/results.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { useChangeAccountMutation } from './account-api.ts'

export function HandleForm() {
  const [changeAccount] = useChangeAccountMutation()
  const handle = useAppSelector((state) => state.auth.user?.handle)
  const { onSubmit, pending, errorOf } = useForm(({ handle = '' }) =>
    errorsOf(changeAccount({ body: { handle: handle.trim().replace(/^@/, '') } })),
  )
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      <h2 className="text-lg font-semibold">Change handle</h2>
      <Field
        key={handle}
        label="Handle"
        name="handle"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={handle}
        className="font-mono"
        hint="Used to @mention you. 3–30 characters: a–z, 0–9, - and _, starting with a letter. Your old handle redirects to you."
        error={errorOf('handle')}
      />
      <Button type="submit" variant="secondary" pending={pending} className="justify-self-start">
        Change handle
      </Button>
    </form>
  )
}
