import { useAppDispatch, useAppSelector } from '../../app/state/store.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { changeAccount } from './settings-calls.ts'

export function NameForm() {
  const dispatch = useAppDispatch()
  const name = useAppSelector((state) => state.auth.user?.name)
  const { onSubmit, pending, errorOf } = useForm(({ name }) =>
    dispatch(changeAccount({ name }, 'Name Changed')),
  )
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
