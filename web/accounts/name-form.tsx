import { FormAlerts } from '../alerts/alert-boxes.tsx'
import { showAlert, showErrors } from '../alerts/alert-slice.ts'
import { call } from '../client.ts'
import { submit } from '../outcome.ts'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useForm } from '../ui/use-form.ts'
import { userLoaded } from './auth-slice.ts'

export function NameForm() {
  const dispatch = useAppDispatch()
  const name = useAppSelector((state) => state.auth.user?.name)
  const { onSubmit, pending, sends, errorOf } = useForm(({ name }) =>
    submit(
      call('PUT /api/auth/account', { body: { name } }),
      (user) => {
        dispatch(userLoaded(user))
        dispatch(showAlert('Name Changed', 'success'))
      },
      (error) => dispatch(showErrors(error.errors)),
    ),
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
        hint="It is shown with everything you write, including older posts."
        error={errorOf('name')}
      />
      <div className="grid justify-items-start">
        <Button type="submit" variant="secondary" pending={pending}>
          Change name
        </Button>
        <FormAlerts sends={sends} />
      </div>
    </form>
  )
}
