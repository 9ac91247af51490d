import {
  combineSlices,
  configureStore,
  createDynamicMiddleware,
  type Middleware,
  type Reducer,
  type ThunkDispatch,
  type UnknownAction,
  type WithSlice,
} from '@reduxjs/toolkit'
import { useDispatch, useSelector, useStore } from 'react-redux'
import { alert } from './alert-slice.ts'
import type { api } from './api.ts'
import { auth } from './auth-slice.ts'
import type { post } from './post-slice.ts'
import type { profile } from './profile-slice.ts'
import { site } from './site-slice.ts'

/** These slices add themselves when they load, because the landing page needs none of them. */
type LazySlices = WithSlice<typeof api> & WithSlice<typeof post> & WithSlice<typeof profile>

const reducer = combineSlices(auth, alert, site).withLazyLoadedSlices<LazySlices>()
const lazyMiddleware = createDynamicMiddleware()

export type State = Required<ReturnType<typeof reducer>>
type Dispatch = ThunkDispatch<State, undefined, UnknownAction>
type CreatedStore = ReturnType<typeof makeStore>
export type Store = Omit<CreatedStore, 'getState' | 'dispatch'> & {
  getState: () => State
  dispatch: Dispatch
}
export type Thunk<Result = void> = (dispatch: Dispatch, getState: () => State) => Result

let created: CreatedStore | undefined

function makeStore() {
  return configureStore({
    reducer,
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(lazyMiddleware.middleware),
    devTools: import.meta.env.DEV,
  })
}

export function createStore(): Store {
  created = makeStore()
  return created as unknown as Store
}

/** The store may not have been created yet. */
export function addSlice(
  slice: { reducerPath: keyof LazySlices; reducer: Reducer },
  ...middleware: Middleware[]
): void {
  reducer.inject(slice)
  lazyMiddleware.addMiddleware(...middleware)
  // The state has the slice from the next action on.
  created?.dispatch({ type: 'store/sliceAdded' })
}

export const useAppDispatch = useDispatch.withTypes<Dispatch>()
export const useAppSelector = useSelector.withTypes<State>()
export const useAppStore = useStore.withTypes<Store>()
