import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit'
import type { FieldError } from '../api.ts'
import type { Thunk } from '../store.ts'

export type Alert = { id: string; msg: string; type: 'success' | 'danger' }

export const ALERT_LIFETIME = 5000

const initialState: Alert[] = []

export const alert = createSlice({
  name: 'alert',
  initialState,
  reducers: {
    alertAdded(state, { payload }: PayloadAction<Alert>) {
      state.push(payload)
    },
    alertRemoved(state, { payload: id }: PayloadAction<string>) {
      return state.filter((alert) => alert.id !== id)
    },
  },
})

export const { alertAdded, alertRemoved } = alert.actions

export const showAlert =
  (msg: string, type: Alert['type'], lifetime = ALERT_LIFETIME): Thunk =>
  (dispatch) => {
    const id = nanoid()
    dispatch(alertAdded({ id, msg, type }))
    setTimeout(() => dispatch(alertRemoved(id)), lifetime)
  }

export const showErrors =
  (errors: FieldError[]): Thunk =>
  (dispatch) => {
    for (const { msg } of errors) dispatch(showAlert(msg, 'danger'))
  }
