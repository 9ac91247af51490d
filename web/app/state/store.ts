import {
  combineReducers,
  configureStore,
  type Middleware,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit'
import { useDispatch, useSelector, useStore } from 'react-redux'
import { api } from '../api/api.ts'
import { alert } from './alert-slice.ts'
import { auth, signedOut } from './auth-slice.ts'
import { post } from './post-slice.ts'
import { profile } from './profile-slice.ts'
import { site } from './site-slice.ts'

const reducer = combineReducers({
  auth: auth.reducer,
  profile: profile.reducer,
  post: post.reducer,
  alert: alert.reducer,
  site: site.reducer,
  api: api.reducer,
})

export type State = ReturnType<typeof reducer>
export type Dispatch = ThunkDispatch<State, undefined, UnknownAction>
export type Store = ReturnType<typeof createStore>
export type Thunk<Result = void> = (dispatch: Dispatch, getState: () => State) => Result

const forgetOnSignOut: Middleware = (store) => (next) => (action) => {
  const result = next(action)
  if (signedOut.match(action)) store.dispatch(api.util.resetApiState())
  return result
}

export function createStore() {
  return configureStore({
    reducer,
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(api.middleware, forgetOnSignOut),
    devTools: import.meta.env.DEV,
  })
}

export const useAppDispatch = useDispatch.withTypes<Dispatch>()
export const useAppSelector = useSelector.withTypes<State>()
export const useAppStore = useStore.withTypes<Store>()
