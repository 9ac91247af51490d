import { configureStore, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit'
import { useDispatch, useSelector, useStore } from 'react-redux'
import { auth } from './accounts/auth-slice.ts'
import { alert } from './alerts/alert-slice.ts'
import { bookmark } from './bookmarks/bookmark-slice.ts'
import { follow } from './follows/follow-slice.ts'
import { post } from './posts/post-slice.ts'
import { profile } from './profiles/profile-slice.ts'
import { site } from './site/site-slice.ts'

const reducer = {
  auth: auth.reducer,
  profile: profile.reducer,
  post: post.reducer,
  follow: follow.reducer,
  bookmark: bookmark.reducer,
  alert: alert.reducer,
  site: site.reducer,
}

export function makeStore() {
  return configureStore({ reducer, devTools: import.meta.env.DEV })
}

export type Store = ReturnType<typeof makeStore>
export type State = ReturnType<Store['getState']>
export type Dispatch = ThunkDispatch<State, undefined, UnknownAction>
export type Thunk<Result = void> = (dispatch: Dispatch, getState: () => State) => Result

export const useAppDispatch = useDispatch.withTypes<Dispatch>()
export const useAppSelector = useSelector.withTypes<State>()
export const useAppStore = useStore.withTypes<Store>()
