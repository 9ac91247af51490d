import {
  combineReducers,
  configureStore,
  createDynamicMiddleware,
  type Middleware,
  type Reducer,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit'
import { useDispatch, useSelector, useStore } from 'react-redux'
import { alert } from './alert-slice.ts'
import type { api } from './api.ts'
import { auth } from './auth-slice.ts'
import type { post } from './post-slice.ts'
import type { profile } from './profile-slice.ts'
import { site } from './site-slice.ts'

type StateOf<Slice extends { reducer: Reducer }> = ReturnType<Slice['reducer']>

const firstReducers = { auth: auth.reducer, alert: alert.reducer, site: site.reducer }

export type State = { [Name in keyof typeof firstReducers]: ReturnType<(typeof firstReducers)[Name]> } & {
  api: StateOf<typeof api>
  post: StateOf<typeof post>
  profile: StateOf<typeof profile>
}
type Dispatch = ThunkDispatch<State, undefined, UnknownAction>
type CreatedStore = ReturnType<typeof makeStore>
export type Store = Omit<CreatedStore, 'getState' | 'dispatch'> & {
  getState: () => State
  dispatch: Dispatch
}
export type Thunk<Result = void> = (dispatch: Dispatch, getState: () => State) => Result

const reducers: Record<string, Reducer> = firstReducers
const lazyMiddleware = createDynamicMiddleware()
let created: CreatedStore | undefined
let isReplacing = false

function makeStore() {
  return configureStore({
    reducer: combineReducers(reducers),
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(lazyMiddleware.middleware),
    devTools: import.meta.env.DEV,
  })
}

export function createStore(): Store {
  created = makeStore()
  return created as unknown as Store
}

/** For slices that the landing page does not need: they add themselves when they load, most of them at once. */
export function addSlice(
  slice: { reducerPath: keyof State; reducer: Reducer },
  ...middleware: Middleware[]
): void {
  reducers[slice.reducerPath] = slice.reducer
  lazyMiddleware.addMiddleware(...middleware)
  if (isReplacing) return
  isReplacing = true
  queueMicrotask(() => {
    isReplacing = false
    created?.replaceReducer(combineReducers(reducers))
  })
}

export const useAppDispatch = useDispatch.withTypes<Dispatch>()
export const useAppSelector = useSelector.withTypes<State>()
export const useAppStore = useStore.withTypes<Store>()
