import { showAlert } from '../alerts/alert-slice.ts'
import type { FieldError } from '../client.ts'
import { submit, toStateError } from '../outcome.ts'
import type { Thunk } from '../store.ts'
import { postFailed } from './post-slice.ts'

/** Success adds an alert; failure goes into the state without one. */
export function write<Value>(
  ask: () => Promise<Value>,
  done: (value: Value) => Parameters<Parameters<Thunk>[0]>[0],
  successMessage?: string,
): Thunk<Promise<FieldError[]>> {
  return (dispatch) =>
    submit(
      ask(),
      (value) => {
        dispatch(done(value))
        if (successMessage) dispatch(showAlert(successMessage, 'success'))
      },
      (error) => dispatch(postFailed(toStateError(error))),
    )
}
