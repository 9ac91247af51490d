import type { UnknownAction } from '@reduxjs/toolkit'
import type { FieldError } from '../../../contract/errors.ts'
import { api } from '../../app/api/api.ts'
import { submit } from '../../app/api/outcome.ts'
import { toStateError } from '../../app/api/results.ts'
import { showAlert } from '../../app/state/alert-slice.ts'
import { postFailed } from '../../app/state/post-slice.ts'
import type { Thunk } from '../../app/state/store.ts'

/** Loads lists of posts again that are not feeds, the next time they are displayed. */
export const changeLists =
  (action: UnknownAction): Thunk =>
  (dispatch) => {
    dispatch(action)
    dispatch(api.util.invalidateTags(['posts']))
  }

/** Success adds an alert; failure goes into the state without one. */
export function write<Value>(
  send: () => Promise<Value>,
  done: (value: Value) => Parameters<Parameters<Thunk>[0]>[0],
  successMessage?: string,
  undo?: Thunk,
): Thunk<Promise<FieldError[]>> {
  return (dispatch) =>
    submit(
      send(),
      (value) => {
        dispatch(done(value))
        if (successMessage) dispatch(showAlert(successMessage, 'success', undefined, undo))
      },
      (error) => dispatch(postFailed(toStateError(error))),
    )
}
