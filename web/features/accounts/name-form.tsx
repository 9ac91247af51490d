import { errorsOf } from '../../app/api/results.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { useChangeAccountMutation } from './account-api.ts'

export function NameForm() {
  const [changeAccount] = useChangeAccountMutation()
  const name = useAppSelector((state) => state.auth.user?.name)
  const { onSubmit, pending, errorOf } = useForm(({ name }) => errorsOf(changeAccount({ body: { name } })))
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      <h2 className="text-lg font-semibold">Change name</h2>
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        required
        defaultValue={name}
        hint="Shown on everything you write, including older posts."
        error={errorOf('name')}
      />
      <Button type="submit" variant="secondary" pending={pending} className="justify-self-start">
        Change name
      </Button>
    </form>
  )
}
