import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit'
import type { FieldError } from '../../../contract/errors.ts'
import type { Dispatch, Thunk } from './store.ts'

export type Alert = { id: string; msg: string; type: 'success' | 'danger'; canUndo?: true }

export const messageId = (alertId: string) => `alert-${alertId}`

const ALERT_LIFETIME = 5000

const initialState: Alert[] = []

export const alert = createSlice({
  name: 'alert',
  initialState,
  reducers: {
    alertAdded(state, { payload }: PayloadAction<Alert>) {
      const isRepeated = ({ msg, type, canUndo }: Alert) =>
        msg === payload.msg && type === payload.type && !canUndo
      return [...state.filter((alert) => !isRepeated(alert)), payload]
    },
    alertRemoved(state, { payload: id }: PayloadAction<string>) {
      return state.filter((alert) => alert.id !== id)
    },
    /** The errors of the last attempt are outdated when a form is sent again. */
    failuresRemoved(state) {
      return state.filter(({ type }) => type !== 'danger')
    },
  },
})

export const { alertAdded, alertRemoved, failuresRemoved } = alert.actions

/** Functions and timers cannot be part of the state. */
const undoByAlert = new Map<string, Thunk>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()

export const undoOf = (alertId: string): Thunk | undefined => undoByAlert.get(alertId)

export const showAlert =
  (msg: string, type: Alert['type'], lifetime = ALERT_LIFETIME, undo?: Thunk): Thunk =>
  (dispatch) => {
    const id = nanoid()
    if (undo) undoByAlert.set(id, undo)
    dispatch(alertAdded({ id, msg, type, canUndo: undo ? true : undefined }))
    dispatch(removeLater(id, lifetime))
  }

export const removeLater =
  (id: string, lifetime = ALERT_LIFETIME): Thunk =>
  (dispatch) => {
    const remove = () => {
      dispatch(alertRemoved(id))
      undoByAlert.delete(id)
      timers.delete(id)
    }
    timers.set(id, setTimeout(remove, lifetime))
  }

export function keepAlert(id: string): void {
  clearTimeout(timers.get(id))
}

export const alertErrors = ({ errors }: { errors: FieldError[] }, { dispatch }: { dispatch: Dispatch }) =>
  dispatch(showErrors(errors))

export const showErrors =
  (errors: FieldError[]): Thunk =>
  (dispatch) => {
    for (const { msg } of errors) dispatch(showAlert(msg, 'danger'))
  }
