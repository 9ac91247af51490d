import type { FieldError } from '../../../../contract/errors.ts'
import { api } from '../../../app/api/api.ts'
import { callOnly } from '../../../app/api/client.ts'
import { submit } from '../../../app/api/outcome.ts'
import { showAlert, showErrors } from '../../../app/state/alert-slice.ts'
import { userLoaded } from '../../../app/state/auth-slice.ts'
import type { Thunk } from '../../../app/state/store.ts'

type Named = { _id: string; name: string }
type Kind = 'muted' | 'blocked'

const NAMES = {
  muted: ['PUT /api/mutes/:userId', 'DELETE /api/mutes/:userId'],
  blocked: ['PUT /api/blocks/:userId', 'DELETE /api/blocks/:userId'],
} as const

export const hidePerson =
  (kind: Kind, { _id, name }: Named): Thunk<Promise<FieldError[]>> =>
  (dispatch) =>
    submit(
      callOnly(NAMES[kind][0], { params: { userId: _id } }),
      () => {
        dispatch(changeHidden(kind, (ids) => [...ids, _id]))
        dispatch(showAlert(`You have ${kind} ${name}. You can undo this in your settings.`, 'success'))
      },
      (error) => dispatch(showErrors(error.errors)),
    )

export const showPerson =
  (kind: Kind, id: string): Thunk<Promise<FieldError[]>> =>
  (dispatch) =>
    submit(
      callOnly(NAMES[kind][1], { params: { userId: id } }),
      () => dispatch(changeHidden(kind, (ids) => ids.filter((known) => known !== id))),
      (error) => dispatch(showErrors(error.errors)),
    )

const changeHidden =
  (kind: Kind, change: (ids: string[]) => string[]): Thunk =>
  (dispatch, getState) => {
    const { user } = getState().auth
    if (user) dispatch(userLoaded({ ...user, [kind]: change(user[kind] ?? []) }))
    // Blocking someone ends following them.
    if (kind === 'blocked') dispatch(api.util.invalidateTags(['follows']))
  }
