import type { StateFromReducersMapObject, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useDispatch, useSelector, useStore } from 'react-redux'
import { bookmark } from './bookmarks/bookmark-slice.ts'
import { addReducers, type FirstState, type FirstStore } from './first-store.ts'
import { follow } from './follows/follow-slice.ts'
import { post } from './posts/post-slice.ts'
import { profile } from './profiles/profile-slice.ts'

// The whole store, for everything but the first load.

const reducers = {
  profile: profile.reducer,
  post: post.reducer,
  follow: follow.reducer,
  bookmark: bookmark.reducer,
}

addReducers(reducers)

export type State = FirstState & StateFromReducersMapObject<typeof reducers>
type Dispatch = ThunkDispatch<State, undefined, UnknownAction>
export type Store = Omit<FirstStore, 'getState' | 'dispatch'> & { getState: () => State; dispatch: Dispatch }
export type Thunk<Result = void> = (dispatch: Dispatch, getState: () => State) => Result

/** The store has all of its state once this file has been imported. */
export const wholeStore = (store: FirstStore): Store => store as unknown as Store

export const useAppDispatch = useDispatch.withTypes<Dispatch>()
export const useAppSelector = useSelector.withTypes<State>()
export const useAppStore = useStore.withTypes<Store>()
