import {
  combineReducers,
  configureStore,
  type Reducer,
  type StateFromReducersMapObject,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit'
import { useDispatch, useSelector } from 'react-redux'
import { auth } from './accounts/auth-slice.ts'
import { alert } from './alerts/alert-slice.ts'
import { site } from './site/site-slice.ts'

// What the landing page needs of the store. The first lazy page adds the rest by importing store.ts.

const reducers = { auth: auth.reducer, alert: alert.reducer, site: site.reducer }

export type FirstState = StateFromReducersMapObject<typeof reducers>
export type FirstStore = ReturnType<typeof makeFirstStore>
type FirstDispatch = ThunkDispatch<FirstState, undefined, UnknownAction>
export type FirstThunk<Result = void> = (dispatch: FirstDispatch, getState: () => FirstState) => Result

let added: Record<string, Reducer> = {}
let store: FirstStore | undefined

const combined = (): Reducer<FirstState> => combineReducers({ ...reducers, ...added })

export function makeFirstStore() {
  const made = configureStore({ reducer: combined(), devTools: import.meta.env.DEV })
  store = made
  return made
}

/** Adds reducers to the store, which may not have been made yet. */
export function addReducers(more: Record<string, Reducer>): void {
  added = more
  store?.replaceReducer(combined())
}

export const useFirstDispatch = useDispatch.withTypes<FirstDispatch>()
export const useFirstSelector = useSelector.withTypes<FirstState>()
